import { createWallet, type Transport, type Wallet } from '../../sdk/wallet/src/index.ts';
import { confirmInWords } from './dialogs.ts';

export interface WalletAccount {
  id: string;
  customerId: string;
  balance: { amount: number; currency: { code: string; decimals: number } };
}

interface Opened {
  account: WalletAccount;
  wallet: Wallet;
}

/** What the page knows. The token lives in the transport, and goes with the page. */
const state: { transport?: Transport; opened?: Opened } = {};

export function useTransport(transport: Transport): void {
  state.transport = transport;
}

export function transport(): Transport {
  if (!state.transport) throw new Error('there is no token yet');
  return state.transport;
}

export function openWallet(account: WalletAccount): void {
  const wallet = createWallet({
    accountId: account.id,
    transport: transport(),
    confirm: confirmInWords,
    relyingParty: { name: 'Causeway playground' },
    sandbox: true,
  });
  state.opened = { account, wallet };
}

export function opened(): Opened {
  if (!state.opened) throw new Error('no wallet is open yet');
  return state.opened;
}
