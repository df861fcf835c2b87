import { callApi } from './state.ts';

interface ExternalAccount {
  id: string;
  currency: string;
  accountInfo?: { beneficiary?: { fullName?: string; legalName?: string } };
}

interface Payee {
  /** Id of the account; empty for the example before its first payment. */
  id: string;
  name: string;
}

const EXAMPLE_NAME = 'Frida Kahlo';

/** A bank account that pays out without delay. */
const example = {
  currency: 'MXN',
  accountInfo: {
    accountType: 'MXN_ACCOUNT',
    clabeNumber: '032180000118359719',
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: EXAMPLE_NAME },
  },
};

/** Names by account id. */
const names = new Map<string, string>();

export const payeeName = (accountId: string): string => names.get(accountId) ?? 'the payee';

/** The bank accounts of a customer, and the example account unless the customer has it already. */
export async function listPayees(customerId: string): Promise<Payee[]> {
  const query = new URLSearchParams({ customerId, limit: '100' });
  const { data } = await callApi<{ data: ExternalAccount[] }>('GET', `/customers/external-accounts?${query}`);
  const payees = data.map(keep);
  const hasExample = [...data].some(({ id }) => payeeName(id) === EXAMPLE_NAME);
  return hasExample ? payees : [...payees, { id: '', name: `${EXAMPLE_NAME}, bank account in Mexico (MXN)` }];
}

/** The account of the chosen payee; the example is created with its first payment. */
export async function findPayee(customerId: string, chosen: string): Promise<string> {
  if (chosen) return chosen;
  const account = await callApi<ExternalAccount>('POST', '/customers/external-accounts', { customerId, ...example });
  const { id, name } = keep(account);
  const option = document.querySelector<HTMLOptionElement>('#payee option:checked');
  if (option) Object.assign(option, { value: id, textContent: name });
  return id;
}

function keep({ id, currency, accountInfo }: ExternalAccount): Payee {
  const { fullName, legalName } = accountInfo?.beneficiary ?? {};
  const name = fullName ?? legalName ?? `account ending in ${id.slice(-4)}`;
  names.set(id, name);
  return { id, name: `${name}, ${currency} account` };
}
