import { createWallet, type Transport, type Wallet } from '../../sdk/wallet/src/index.ts';
import { confirmInDialog } from './dialogs.ts';
import type { Currency } from './money.ts';
import { request } from './wire.ts';

export interface Customer {
  id: string;
  fullName?: string;
  legalName?: string;
  email?: string;
}

export interface Account {
  id: string;
  customerId: string;
  type: 'INTERNAL_FIAT' | 'INTERNAL_CRYPTO' | 'EMBEDDED_WALLET';
  balance: { amount: number; currency: Currency };
}

interface OpenWallet {
  customer: Customer;
  account: Account;
  wallet: Wallet;
}

/** Credentials are only in the transport. */
const state: { transport?: Transport; opened?: OpenWallet | undefined } = {};

export function useTransport(transport: Transport | undefined): void {
  if (transport) state.transport = transport;
  else delete state.transport;
  state.opened = undefined;
}

export function transport(): Transport {
  if (!state.transport) throw new Error('the page is not connected');
  return state.transport;
}

/** A call of the platform with the credentials of this page. */
export const callApi = <T>(method: string, path: string, body?: object): Promise<T> =>
  request<T>(transport(), method, path, body);

export function openWallet(customer: Customer, account: Account): void {
  const wallet = createWallet({
    accountId: account.id,
    transport: transport(),
    confirm: confirmInDialog,
    relyingParty: { name: 'Causeway playground' },
    sandbox: true,
  });
  state.opened = { customer, account, wallet };
}

export function closeWallet(): void {
  state.opened = undefined;
}

export function opened(): OpenWallet {
  if (!state.opened) throw new Error('no wallet is open');
  return state.opened;
}

export const openedCustomerId = (): string | undefined => state.opened?.customer.id;
