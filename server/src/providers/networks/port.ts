/** The networks on which a platform's wallets live, by the prefixes that their addresses have. */
export interface Networks {
  readonly spark: readonly string[];
  readonly lightning: readonly string[];
}
