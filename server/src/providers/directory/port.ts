/** Who keeps wallets for others. */
export interface Vasp {
  vaspName: string;
  url?: string;
}

/** An institution whose customers have UMA addresses. */
export interface UmaProvider {
  name: string;
  domain: string;
  /** Countries. */
  supportedRegions: readonly string[];
  supportedCurrencies: readonly string[];
  logoUrl?: string;
  lei?: string;
  /** False: known, and not to be paid. */
  allowListStatus: boolean;
}

export interface Directory {
  vasps: readonly Vasp[];
  umaProviders: readonly UmaProvider[];
}
