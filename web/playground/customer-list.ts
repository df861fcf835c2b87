import { create, find } from '../dom.ts';
import { hasWords, nameOf, wordsIn } from './customer-words.ts';
import { inputValue } from './dom.ts';
import { moneyText } from './money.ts';
import { type Account, type Customer, callApi, openedCustomerId } from './state.ts';
import { showAccounts } from './wallet-login.ts';

interface Page<T> {
  data: T[];
  hasMore: boolean;
}

interface Known {
  customers: Map<string, Customer>;
  /** Wallets by customer. */
  wallets: Map<string, Account>;
  hasMore: boolean;
  onChoose: (customer: Customer) => void;
}

const known: Known = { customers: new Map(), wallets: new Map(), hasMore: false, onChoose: () => {} };

const PAGE = 100;

export const knownNames = (): Set<string> => new Set([...known.customers.values()].map(nameOf));

export function setUpCustomerList(onChoose: Known['onChoose']): void {
  known.onChoose = onChoose;
  find('search').addEventListener('input', showMatches);
}

/** Loads the newest customers with the balances of their wallets. */
export async function showCustomers(): Promise<void> {
  const [customers, wallets] = await Promise.all([
    callApi<Page<Customer>>('GET', `/customers?limit=${PAGE}`),
    callApi<Page<Account>>('GET', `/customers/internal-accounts?type=EMBEDDED_WALLET&limit=${PAGE}`),
  ]);
  known.customers = new Map(customers.data.map((customer) => [customer.id, customer]));
  known.wallets = new Map(wallets.data.map((account) => [account.customerId, account]));
  known.hasMore = customers.hasMore;
  const isEmpty = customers.data.length === 0;
  find('choose').hidden = isEmpty;
  find('no-customers').hidden = !isEmpty;
  find('example').classList.toggle('quiet', !isEmpty);
  showMatches();
}

/** Shows the customers whose name or email contains every word of the search. */
export function showMatches(): void {
  const words = wordsIn(inputValue('search'));
  const matches = [...known.customers.values()].filter((customer) => hasWords(customer, words));
  find('customers').replaceChildren(...matches.map(customerItem));
  const count = matches.length === 1 ? '1 customer' : `${matches.length} customers`;
  const total = known.hasMore ? `${count} among the newest ${known.customers.size}` : count;
  find('found').textContent = matches.length === 0 ? 'No customer matches.' : total;
  find('search-all-row').hidden = !known.hasMore || words.length === 0;
}

function customerItem(customer: Customer): Node {
  const wallet = known.wallets.get(customer.id);
  const balance = wallet ? moneyText(wallet.balance.amount, wallet.balance.currency) : 'no wallet';
  const button = create(
    'button',
    { type: 'button', class: 'choice', 'aria-pressed': String(customer.id === openedCustomerId()) },
    create('strong', {}, nameOf(customer)),
    create('span', { class: 'about' }, customer.email ?? 'no email'),
    create('span', { class: 'amount' }, balance),
  );
  button.addEventListener('click', () => known.onChoose(customer));
  return create('li', { class: 'choice-item' }, button);
}

/** Finds customers that are not among the newest. */
export async function searchAll(): Promise<string> {
  const query = new URLSearchParams({ q: inputValue('search') });
  const { data } = await callApi<{ data: { type: string; id: string }[] }>('GET', `/search?${query}`);
  const found = data.filter(({ type, id }) => type === 'CUSTOMER' && !known.customers.has(id));
  for (const { id } of found) {
    known.customers.set(id, await callApi<Customer>('GET', `/customers/${id}`));
    keepWallet(id, await accountsOf(id));
  }
  showMatches();
  return found.length === 1 ? '1 more customer was found.' : `${found.length} more customers were found.`;
}

export async function accountsOf(customerId: string): Promise<Account[]> {
  const path = `/customers/internal-accounts?${new URLSearchParams({ customerId, limit: String(PAGE) })}`;
  return (await callApi<Page<Account>>('GET', path)).data;
}

export const findWallet = (accounts: readonly Account[]): Account | undefined =>
  accounts.find(({ type }) => type === 'EMBEDDED_WALLET');

function keepWallet(customerId: string, accounts: readonly Account[]): void {
  const wallet = findWallet(accounts);
  if (wallet) known.wallets.set(customerId, wallet);
}

/** Reads the balances again, after money has moved. */
export async function refreshBalances({ id }: Customer): Promise<void> {
  const accounts = await accountsOf(id);
  keepWallet(id, accounts);
  showAccounts(accounts);
  showMatches();
}
