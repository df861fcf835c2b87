import { create, enable, find, inputValue, onUse } from './dom.ts';
import { showWallet } from './login.ts';
import { openWallet, transport, type WalletAccount } from './state.ts';
import { request } from './wire.ts';

interface Customer {
  id: string;
  fullName?: string;
  legalName?: string;
  email?: string;
}

/** Fills the list of customers and returns their number. */
export async function listCustomers(): Promise<number> {
  const { data } = await request<{ data: Customer[] }>(transport(), 'GET', '/customers?limit=100');
  const options = data.map(({ id, fullName, legalName, email }) =>
    create('option', { value: id }, [fullName ?? legalName ?? id, email].filter(Boolean).join(', ')),
  );
  find('customer').replaceChildren(...options);
  find<HTMLButtonElement>('open-wallet').disabled = data.length === 0;
  return data.length;
}

export function setUpCustomers(): void {
  onUse('choose-customer', 'customer', () => openWalletOf(inputValue('customer')));
  onUse('new-customer', 'customer', async () => {
    const body = { customerType: 'INDIVIDUAL', fullName: inputValue('full-name'), email: inputValue('email') };
    const phoneNumber = inputValue('phone');
    const { id } = await request<Customer>(transport(), 'POST', '/customers', {
      ...body,
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
  const { data } = await request<{ data: WalletAccount[] }>(transport(), 'GET', path);
  const [account] = data;
  for (const step of ['login', 'pay', 'export']) enable(step, account !== undefined);
  if (!account) return 'This customer has no wallet. It is opened when the customer is approved.';
  openWallet({ ...account, customerId });
  await showWallet();
  return `The wallet is ${account.id}.`;
}
