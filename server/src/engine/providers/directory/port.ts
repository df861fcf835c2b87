/** A virtual asset service provider: a custodian of wallets. */
export interface Vasp {
  vaspName: string;
  url?: string;
}

/** An institution whose customers have UMA addresses. */
export interface UmaProvider {
  name: string;
  domain: string;
  /** Country codes. */
  supportedRegions: readonly string[];
  supportedCurrencies: readonly string[];
  logoUrl?: string;
  lei?: string;
  /** False: payments to it are not allowed. */
  allowListStatus: boolean;
}

export interface Directory {
  vasps: readonly Vasp[];
  umaProviders: readonly UmaProvider[];
}
