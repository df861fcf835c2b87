import type { Networks } from '../../engine/providers/networks/port.ts';
import type { Validity } from '../../foundation/kernel/value-checks.ts';
import { fieldValidity, railsOf } from './account-rules.ts';
import { type AccountTypeName, accountType, accountTypeNames } from './account-types.ts';
import { hasBitcoinShape } from './address-shapes.ts';
import type { AccountInfo } from './external-names.ts';
import { isBitcoinAddress } from './wallet-addresses.ts';

/** Bitcoin is paid to addresses and has no account type. */
const BITCOIN = { network: 'BITCOIN', currency: 'BTC' };

/** Faster and more expensive variant of a rail, used only if a request names it. */
const VARIANTS: Readonly<Record<string, string>> = { ACH: 'ACH_SAME_DAY' };

/** Payment rails and crypto networks that pay out each currency. */
export const deliveries: ReadonlyMap<string, readonly string[]> = groupByCurrency([
  ...accountTypeNames.flatMap((name) =>
    accountType(name).currencies.flatMap((currency) =>
      withVariants(carriersOf(name)).map((carrier) => [currency, carrier] as const),
    ),
  ),
  [BITCOIN.currency, BITCOIN.network],
]);

/** Rails that can pay this account with its fields; for a wallet, its network. */
export function carriersTo(info: AccountInfo): readonly string[] {
  const rails = railsOf(info);
  return rails.length > 0 ? rails : carriersOf(info.accountType);
}

/** Includes variants that are used only if a request names them. */
export const choosableCarriersTo = (info: AccountInfo): readonly string[] => withVariants(carriersTo(info));

function withVariants(carriers: readonly string[]): readonly string[] {
  return carriers.flatMap((carrier) => [carrier, ...(VARIANTS[carrier] ? [VARIANTS[carrier]] : [])]);
}

/** Rails of the account type; for wallets the network, such as SOLANA for `SOLANA_WALLET`. */
function carriersOf(name: AccountTypeName): readonly string[] {
  const rails = accountType(name).ways.flatMap((way) => way.rails);
  return rails.length > 0 ? rails : [name.replace(/_WALLET$/, '')];
}

/** The rail that debits this account; undefined if none can. */
export const debitRailOf = ({ accountType: name }: AccountInfo): string | undefined => DEBIT_RAILS[name];

const DEBIT_RAILS: Readonly<Partial<Record<AccountTypeName, string>>> = { USD_ACCOUNT: 'ACH' };

export function addressValidity(network: string, address: string, networks: Networks): Validity {
  if (network === BITCOIN.network) return bitcoinValidity(address);
  const name = accountTypeNames.find((candidate) => candidate === `${network}_WALLET`);
  return name === undefined ? 'INVALID' : fieldValidity(name, 'address', address, networks);
}

function bitcoinValidity(address: string): Validity {
  if (isBitcoinAddress(address)) return 'VALID';
  return hasBitcoinShape(address) ? 'SHAPED' : 'INVALID';
}

function groupByCurrency(pairs: readonly (readonly [currency: string, carrier: string])[]): Map<string, string[]> {
  const carriers = new Map<string, string[]>();
  for (const [currency, carrier] of pairs) {
    carriers.set(currency, [...new Set([...(carriers.get(currency) ?? []), carrier])]);
  }
  return carriers;
}
