import { descriptionItems, find, inputValue, onUse } from './dom.ts';
import { opened, transport } from './state.ts';
import { request } from './wire.ts';

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

/** Amount of a sandbox funding, in whole units. */
const FUNDING = 50;

/** Id of the bank account that this page pays to, by customer. */
const payees = new Map<string, string>();
let quote: Quote | undefined;

export function setUpPayments(): void {
  onUse('fund', 'pay', async () => {
    const { account } = opened();
    const { code, decimals } = account.balance.currency;
    await request(transport(), 'POST', `/sandbox/internal-accounts/${account.id}/fund`, {
      amount: FUNDING * 10 ** decimals,
    });
    return `${FUNDING} ${code} were added.`;
  });
  onUse('quote', 'pay', async () => {
    showQuote(await newQuote(inputValue('amount')));
    return 'The quote was created. Executing it requires a confirmation and a signature.';
  });
  onUse('execute', 'pay', async () => {
    if (!quote) return 'Create a quote first.';
    const { body } = await opened().wallet.signedRetry<Quote>({
      method: 'POST',
      path: `/quotes/${quote.id}/execute`,
      headers: { 'Idempotency-Key': crypto.randomUUID() },
    });
    showQuote(body);
    return `Executed: the quote is ${body.status}.`;
  });
  onUse('follow', 'pay', async () => {
    if (!quote) return 'Create a quote first.';
    const { status } = await request<{ status: string }>(transport(), 'GET', `/transactions/${quote.transactionId}`);
    return `The transaction is ${status}.`;
  });
}

async function newQuote(amount: string): Promise<Quote> {
  const { account } = opened();
  return request<Quote>(transport(), 'POST', '/quotes', {
    source: { sourceType: 'ACCOUNT', accountId: account.id },
    destination: { destinationType: 'ACCOUNT', accountId: await payeeOf(account.customerId) },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: smallestUnits(amount, account.balance.currency.decimals),
  });
}

/** Converts the digits: binary fractions would change the amount. */
function smallestUnits(amount: string, decimals: number): number {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  if (!whole || fraction.length > decimals) throw new RangeError(`amount must have at most ${decimals} decimals`);
  return Number(whole + fraction.padEnd(decimals, '0'));
}

async function payeeOf(customerId: string): Promise<string> {
  const existing = payees.get(customerId);
  if (existing) return existing;
  const { id } = await request<{ id: string }>(transport(), 'POST', '/customers/external-accounts', {
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

function showQuote(current: Quote): void {
  quote = current;
  find('quote-lines').replaceChildren(
    ...descriptionItems([
      { label: 'Quote', value: current.id },
      { label: 'Status', value: current.status },
      { label: 'Sends', value: `${current.totalSendingAmount} ${current.sendingCurrency.code}, in its smallest unit` },
      {
        label: 'Delivers',
        value: `${current.totalReceivingAmount} ${current.receivingCurrency.code}, in its smallest unit`,
      },
      { label: 'Valid until', value: current.expiresAt },
    ]),
  );
}
