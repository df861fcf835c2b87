import type { Fee } from './pricing.ts';

export interface PlatformFees {
  feeConfigs: readonly {
    feeType: 'CROSS_CURRENCY_TRANSACTION';
    sourceCurrency: string;
    variableFeeBps: number;
    fixedFee: { amount: number };
  }[];
}

const NO_FEE: Fee = { fixed: 0n, variableBps: 0 };

/** Fee that the platform itself charges. It applies only to payments between two currencies. */
export function configuredFee({ feeConfigs }: PlatformFees, { from, to }: { from: string; to: string }): Fee {
  const config = from === to ? undefined : feeConfigs.find(({ sourceCurrency }) => sourceCurrency === from);
  return config ? { fixed: BigInt(config.fixedFee.amount), variableBps: config.variableFeeBps } : NO_FEE;
}
