import { createWallet, type Transport, type Wallet } from '../../sdk/wallet/src/index.ts';
import { confirmInDialog } from './dialogs.ts';

export interface WalletAccount {
  id: string;
  customerId: string;
  balance: { amount: number; currency: { code: string; decimals: number } };
}

interface OpenWallet {
  account: WalletAccount;
  wallet: Wallet;
}

/** The token is only in the transport, in the memory of the page. */
const state: { transport?: Transport; opened?: OpenWallet } = {};

export function useTransport(transport: Transport): void {
  state.transport = transport;
}

export function transport(): Transport {
  if (!state.transport) throw new Error('no token was entered');
  return state.transport;
}

export function openWallet(account: WalletAccount): void {
  const wallet = createWallet({
    accountId: account.id,
    transport: transport(),
    confirm: confirmInDialog,
    relyingParty: { name: 'Causeway playground' },
    sandbox: true,
  });
  state.opened = { account, wallet };
}

export function opened(): OpenWallet {
  if (!state.opened) throw new Error('no wallet is open');
  return state.opened;
}
