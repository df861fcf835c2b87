import { enable, find, make, onUse, typed } from './dom.ts';
import { showWallet } from './login.ts';
import { openWallet, transport, type WalletAccount } from './state.ts';
import { ask } from './wire.ts';

interface Customer {
  id: string;
  fullName?: string;
  legalName?: string;
  email?: string;
}

/** The newest customers of the platform to choose from. */
export async function listCustomers(): Promise<number> {
  const { data } = await ask<{ data: Customer[] }>(transport(), 'GET', '/customers?limit=100');
  const options = data.map(({ id, fullName, legalName, email }) =>
    make('option', { value: id }, [fullName ?? legalName ?? id, email].filter(Boolean).join(', ')),
  );
  find('customer').replaceChildren(...options);
  find<HTMLButtonElement>('open-wallet').disabled = data.length === 0;
  return data.length;
}

export function setUpCustomers(): void {
  onUse('choose-customer', 'customer', () => openWalletOf(typed('customer')));
  onUse('new-customer', 'customer', async () => {
    const request = { customerType: 'INDIVIDUAL', fullName: typed('full-name'), email: typed('email') };
    const phoneNumber = typed('phone');
    const { id } = await ask<Customer>(transport(), 'POST', '/customers', {
      ...request,
      ...(phoneNumber && { phoneNumber }),
    });
    await listCustomers();
    find<HTMLSelectElement>('customer').value = id;
    return openWalletOf(id);
  });
}

async function openWalletOf(customerId: string): Promise<string> {
  const query = new URLSearchParams({ customerId, type: 'EMBEDDED_WALLET' });
  const path = `/customers/internal-accounts?${query}`;
  const { data } = await ask<{ data: WalletAccount[] }>(transport(), 'GET', path);
  const [account] = data;
  for (const step of ['login', 'pay', 'export']) enable(step, account !== undefined);
  if (!account) return 'This customer has no wallet: it is opened when they are approved.';
  openWallet({ ...account, customerId });
  await showWallet();
  return `The wallet is ${account.id}.`;
}
