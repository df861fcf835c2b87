import type { Networks } from '../providers/networks/port.ts';
import { type AccountInfo, isFieldValid, railsOf } from './account-rules.ts';
import { type AccountTypeName, accountType, accountTypeNames } from './account-types.ts';
import { isBitcoinAddress } from './wallet-addresses.ts';

/** Bitcoin itself pays to addresses, not to a kind of account. */
const BITCOIN = { network: 'BITCOIN', currency: 'BTC' };

/** The payment rails and crypto networks that deliver each currency to somebody outside. */
export const deliveries: ReadonlyMap<string, readonly string[]> = byCurrency([
  ...accountTypeNames.flatMap((name) =>
    accountType(name).currencies.flatMap((currency) => carriersOf(name).map((carrier) => [currency, carrier] as const)),
  ),
  [BITCOIN.currency, BITCOIN.network],
]);

/** The rails that can pay this account with what is known of it, or the network it lives on. */
export function carriersTo(info: AccountInfo): readonly string[] {
  const rails = railsOf(info);
  return rails.length > 0 ? rails : carriersOf(info.accountType);
}

/** `SOLANA_WALLET` lives on SOLANA. */
function carriersOf(name: AccountTypeName): readonly string[] {
  const rails = accountType(name).ways.flatMap((way) => way.rails);
  return rails.length > 0 ? rails : [name.replace(/_WALLET$/, '')];
}

/** The rail that collects money from this account; none: it does not let itself be debited. */
export const pulledOver = ({ accountType: name }: AccountInfo): string | undefined => PULLED_OVER[name];

const PULLED_OVER: Readonly<Partial<Record<AccountTypeName, string>>> = { USD_ACCOUNT: 'ACH' };

/** Whether coins can be sent there. */
export function isAddressOn(network: string, address: string, networks: Networks): boolean {
  if (network === BITCOIN.network) return isBitcoinAddress(address);
  const name = accountTypeNames.find((candidate) => candidate === `${network}_WALLET`);
  return name !== undefined && isFieldValid(name, 'address', address, networks);
}

function byCurrency(pairs: readonly (readonly [currency: string, carrier: string])[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [currency, carrier] of pairs) {
    found.set(currency, [...new Set([...(found.get(currency) ?? []), carrier])]);
  }
  return found;
}
