/** Networks that support withdrawals. */
export const withdrawalNetworks = [
  'BITCOIN',
  'ETHEREUM',
  'SOLANA',
  'BASE',
  'POLYGON',
  'TRON',
  'PLASMA',
  'SPARK',
] as const;
export type WithdrawalNetwork = (typeof withdrawalNetworks)[number];

/** Network fee per withdrawal, in the asset. The service pays it from its own fee. */
export const networkFees: Readonly<Record<WithdrawalNetwork, Readonly<Record<string, string>>>> = {
  BASE: { USDC: '0.005 USDC' },
  BITCOIN: { BTC: '0.000005 BTC' },
  ETHEREUM: { USDC: '0.60 USDC', USDT: '0.60 USDT' },
  PLASMA: { USDT: '0.002 USDT' },
  POLYGON: { USDC: '0.005 USDC' },
  SOLANA: { USDC: '0.002 USDC', USDT: '0.002 USDT' },
  SPARK: { BTC: '0 BTC', USDB: '0 USDB' },
  TRON: { USDT: '0.80 USDT' },
};
