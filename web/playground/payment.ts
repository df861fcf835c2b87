import { described, find, onUse, typed } from './dom.ts';
import { opened, transport } from './state.ts';
import { ask } from './wire.ts';

interface Quote {
  id: string;
  status: string;
  transactionId: string;
  expiresAt: string;
  totalSendingAmount: number;
  totalReceivingAmount: number;
  sendingCurrency: { code: string };
  receivingCurrency: { code: string };
}

/** What the sandbox puts in at a time, in whole units. */
const FUNDING = 50;

/** The one bank account that this page pays to, by customer. */
const payees = new Map<string, string>();
let quote: Quote | undefined;

export function setUpPayments(): void {
  onUse('fund', 'pay', async () => {
    const { account } = opened();
    const { code, decimals } = account.balance.currency;
    await ask(transport(), 'POST', `/sandbox/internal-accounts/${account.id}/fund`, {
      amount: FUNDING * 10 ** decimals,
    });
    return `${FUNDING} ${code} were put in.`;
  });
  onUse('quote', 'pay', async () => {
    showQuote(await newQuote(typed('amount')));
    return 'Quoted. Executing it asks for a confirmation and a signature.';
  });
  onUse('execute', 'pay', async () => {
    if (!quote) return 'Make a quote first.';
    const { body } = await opened().wallet.signedRetry<Quote>({
      method: 'POST',
      path: `/quotes/${quote.id}/execute`,
      headers: { 'Idempotency-Key': crypto.randomUUID() },
    });
    showQuote(body);
    return `Executed: the quote is ${body.status}.`;
  });
  onUse('follow', 'pay', async () => {
    if (!quote) return 'Make a quote first.';
    const { status } = await ask<{ status: string }>(transport(), 'GET', `/transactions/${quote.transactionId}`);
    return `The transaction is ${status}.`;
  });
}

async function newQuote(amount: string): Promise<Quote> {
  const { account } = opened();
  return ask<Quote>(transport(), 'POST', '/quotes', {
    source: { sourceType: 'ACCOUNT', accountId: account.id },
    destination: { destinationType: 'ACCOUNT', accountId: await payeeOf(account.customerId) },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: smallestUnits(amount, account.balance.currency.decimals),
  });
}

/** Digit by digit: a fraction in binary would be another amount. */
function smallestUnits(amount: string, decimals: number): number {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  if (!whole || fraction.length > decimals) throw new RangeError(`an amount has at most ${decimals} decimals`);
  return Number(whole + fraction.padEnd(decimals, '0'));
}

async function payeeOf(customerId: string): Promise<string> {
  const known = payees.get(customerId);
  if (known) return known;
  const { id } = await ask<{ id: string }>(transport(), 'POST', '/customers/external-accounts', {
    customerId,
    currency: 'MXN',
    accountInfo: {
      accountType: 'MXN_ACCOUNT',
      clabeNumber: '032180000118359719',
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Frida Kahlo' },
    },
  });
  payees.set(customerId, id);
  return id;
}

function showQuote(shown: Quote): void {
  quote = shown;
  find('quote-lines').replaceChildren(
    ...described([
      { label: 'Quote', value: shown.id },
      { label: 'Status', value: shown.status },
      { label: 'Sends', value: `${shown.totalSendingAmount} ${shown.sendingCurrency.code}, in its smallest unit` },
      {
        label: 'Delivers',
        value: `${shown.totalReceivingAmount} ${shown.receivingCurrency.code}, in its smallest unit`,
      },
      { label: 'Good until', value: shown.expiresAt },
    ]),
  );
}
