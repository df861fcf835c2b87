import { create, find } from '../dom.ts';
import { onUse } from './actions.ts';
import type { Receipt } from './activities.ts';
import { refreshBalances } from './customer-list.ts';
import { nameOf } from './customer-words.ts';
import { descriptionItems, inputValue } from './dom.ts';
import { amountIn, type Currency, moneyText } from './money.ts';
import { findPayee, listPayees, payeeName } from './payees.ts';
import { callApi, opened } from './state.ts';

interface Quote {
  id: string;
  status: string;
  transactionId: string;
  expiresAt: string;
  totalSendingAmount: number;
  totalReceivingAmount: number;
  feesIncluded: number;
  sendingCurrency: Currency;
  receivingCurrency: Currency;
}

interface QuotedPayment {
  quote: Quote;
  payee: string;
}

/** Statuses after which a payment usually does not change. */
const finalStatuses = ['COMPLETED', 'FAILED', 'REJECTED', 'REFUNDED', 'EXPIRED'];
const CHECKS = 8;
const CHECK_MS = 500;

let payment: QuotedPayment | undefined;

export function setUpPayments(): void {
  onUse('fund', 'pay', fund);
  onUse('quote', 'pay', async () => {
    showQuote(await newQuote());
    return { title: 'The quote was created. To pay, confirm and sign it.', facts: factsOf(current()) };
  });
  onUse('execute', 'pay', async () => {
    const { quote, payee } = payment ?? (await newQuote());
    const { body } = await opened().wallet.signedRetry<Quote>({
      method: 'POST',
      path: `/quotes/${quote.id}/execute`,
      headers: { 'Idempotency-Key': crypto.randomUUID() },
    });
    showQuote({ quote: body, payee });
    return follow();
  });
  onUse('follow', 'pay', async () => (payment ? follow() : 'There is no payment yet.'));
}

/** Prepares the step for another wallet. */
export async function resetPayment(): Promise<void> {
  payment = undefined;
  find('quote-lines').replaceChildren();
  const { code } = opened().account.balance.currency;
  for (const unit of document.querySelectorAll('[data-unit]')) unit.textContent = code;
  const options = (await listPayees(opened().customer.id)).map(({ id, name }) => create('option', { value: id }, name));
  find('payee').replaceChildren(...options);
}

async function fund(): Promise<Receipt> {
  const { account, customer } = opened();
  const { currency } = account.balance;
  const amount = amountIn('funding', currency);
  await callApi('POST', `/sandbox/internal-accounts/${account.id}/fund`, { amount });
  await refreshBalances(customer);
  return { title: `${moneyText(amount, currency)} were added to the wallet of ${nameOf(customer)}.` };
}

async function newQuote(): Promise<QuotedPayment> {
  const { account, customer } = opened();
  const lockedCurrencyAmount = amountIn('amount', account.balance.currency);
  const accountId = await findPayee(customer.id, inputValue('payee'));
  const quote = await callApi<Quote>('POST', '/quotes', {
    source: { sourceType: 'ACCOUNT', accountId: account.id },
    destination: { destinationType: 'ACCOUNT', accountId },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount,
  });
  return { quote, payee: payeeName(accountId) };
}

/** Reads the payment until it is final, for a few seconds. */
async function follow(): Promise<Receipt> {
  const { quote, payee } = current();
  let status = '';
  for (let checks = 0; checks < CHECKS && !finalStatuses.includes(status); checks++) {
    if (checks > 0) await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
    ({ status } = await callApi<{ status: string }>('GET', `/transactions/${quote.transactionId}`));
  }
  showQuote({ quote: { ...quote, status }, payee });
  await refreshBalances(opened().customer);
  const sent = moneyText(quote.totalSendingAmount, quote.sendingCurrency);
  return { title: `${sent} to ${payee}: ${statusText(status)}.`, facts: factsOf(current()) };
}

function showQuote(next: QuotedPayment): void {
  payment = next;
  find('quote-lines').replaceChildren(...descriptionItems(factsOf(next)));
}

function current(): QuotedPayment {
  if (!payment) throw new Error('there is no quote');
  return payment;
}

function factsOf({ quote, payee }: QuotedPayment) {
  return [
    { label: 'You send', value: moneyText(quote.totalSendingAmount, quote.sendingCurrency) },
    { label: `${payee} receives`, value: moneyText(quote.totalReceivingAmount, quote.receivingCurrency) },
    { label: 'Fees, included', value: moneyText(quote.feesIncluded, quote.sendingCurrency) },
    { label: 'Status', value: statusText(quote.status) },
    { label: 'Transaction', value: quote.transactionId },
  ];
}

/** `PENDING_AUTHORIZATION` as `pending authorization`. */
const statusText = (status: string): string => status.toLowerCase().replaceAll('_', ' ');
