/** Address prefixes of the blockchain networks that a platform can use. */
export interface Networks {
  readonly spark: readonly string[];
  readonly lightning: readonly string[];
}
