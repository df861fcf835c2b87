import { find } from '../dom.ts';
import { onUse, run } from './actions.ts';
import type { Receipt } from './activities.ts';
import {
  accountsOf,
  findWallet,
  knownNames,
  searchAll,
  setUpCustomerList,
  showCustomers,
  showMatches,
} from './customer-list.ts';
import { nameOf } from './customer-words.ts';
import { enable, inputValue } from './dom.ts';
import { exampleCustomer } from './example.ts';
import { moneyText } from './money.ts';
import { resetPayment } from './payment.ts';
import { type Customer, callApi, closeWallet, openWallet } from './state.ts';
import { showAccounts, showWallet } from './wallet-login.ts';

/** Amount of money in the wallet of an example, in whole units. */
const EXAMPLE_FUNDS = 100;

export function setUpCustomers(): void {
  setUpCustomerList((customer) => void run('customer', () => openCustomer(customer)));
  onUse('search-all', 'customer', searchAll);
  onUse('example', 'customer', () => addCustomer(exampleCustomer(knownNames()), EXAMPLE_FUNDS));
  onUse('new-customer', 'customer', () => {
    const phoneNumber = inputValue('phone');
    const body = { fullName: inputValue('full-name'), email: inputValue('email') };
    return addCustomer({ ...body, ...(phoneNumber && { phoneNumber }) }, 0);
  });
}

async function addCustomer(members: object, funds: number): Promise<Receipt> {
  const customer = await callApi<Customer>('POST', '/customers', { customerType: 'INDIVIDUAL', ...members });
  const wallet = funds > 0 ? findWallet(await accountsOf(customer.id)) : undefined;
  if (wallet) {
    const amount = funds * 10 ** wallet.balance.currency.decimals;
    await callApi('POST', `/sandbox/internal-accounts/${wallet.id}/fund`, { amount });
  }
  find<HTMLInputElement>('search').value = '';
  await showCustomers();
  const { title, ...receipt } = await openCustomer(customer);
  return { title: `${nameOf(customer)} was created. ${title}`, ...receipt };
}

/** Opens the wallet of a customer. */
async function openCustomer(customer: Customer): Promise<Receipt> {
  const accounts = await accountsOf(customer.id);
  const account = findWallet(accounts);
  if (account) openWallet(customer, account);
  else closeWallet();
  for (const step of ['login', 'pay', 'export']) enable(step, account !== undefined);
  showMatches();
  if (!account) return { title: `${nameOf(customer)} has no wallet. It is opened when the customer is approved.` };
  showAccounts(accounts);
  find('mnemonic').textContent = '';
  find<HTMLInputElement>('oidc-subject').value = `virtual-${customer.id.slice(-8)}`;
  find<HTMLInputElement>('oidc-email').value = customer.email ?? '';
  await Promise.all([showWallet(), resetPayment()]);
  const { amount, currency } = account.balance;
  return {
    title: `The wallet of ${nameOf(customer)} is open.`,
    facts: [
      { label: 'Balance', value: moneyText(amount, currency) },
      { label: 'Wallet', value: account.id },
    ],
  };
}
