/** Virtual asset service provider: a custodian of wallets. */
export interface Vasp {
  vaspName: string;
  url?: string;
}

/** Institution whose customers have UMA addresses. */
export interface UmaProvider {
  name: string;
  domain: string;
  /** ISO country codes. */
  supportedRegions: readonly string[];
  supportedCurrencies: readonly string[];
  logoUrl?: string;
  lei?: string;
  /** False if payments to the institution are not allowed. */
  allowListStatus: boolean;
}

export interface Directory {
  vasps: readonly Vasp[];
  umaProviders: readonly UmaProvider[];
}
