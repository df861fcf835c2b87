import type { FundingInstructions } from '../../engine/providers/funding/port.ts';

/** Types that the public interface documents for payment instructions. Accounts in other currencies have none. */
const documentedTypes: ReadonlySet<string> = new Set([
  'ARS_ACCOUNT',
  'BRL_ACCOUNT',
  'CAD_ACCOUNT',
  'COP_ACCOUNT',
  'DKK_ACCOUNT',
  'EUR_ACCOUNT',
  'GBP_ACCOUNT',
  'HKD_ACCOUNT',
  'IDR_ACCOUNT',
  'INR_ACCOUNT',
  'MXN_ACCOUNT',
  'MYR_ACCOUNT',
  'NGN_ACCOUNT',
  'PHP_ACCOUNT',
  'SGD_ACCOUNT',
  'THB_ACCOUNT',
  'USD_ACCOUNT',
  'VND_ACCOUNT',
  'SWIFT_ACCOUNT',
  'BASE_WALLET',
  'BITCOIN_L1',
  'EMBEDDED_WALLET',
  'ETHEREUM_WALLET',
  'LIGHTNING',
  'PLASMA_WALLET',
  'POLYGON_WALLET',
  'SOLANA_WALLET',
  'SPARK_WALLET',
  'TRON_WALLET',
]);

export const documentedInstructions = (instructions: readonly FundingInstructions[]): readonly FundingInstructions[] =>
  instructions.filter(({ accountOrWalletInfo }) => documentedTypes.has(accountOrWalletInfo.accountType));
