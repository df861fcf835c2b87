import { describe, expect, it } from 'vitest';
import type { ExternalAccount, PlatformConfig, Quote, TimelineEntry } from '../src/api/client.ts';
import { type RecordedPayment, testFileOf } from '../src/pages/payments/test-file.ts';
import {
  type Balance,
  groupTitle,
  itemsOf,
  keyOf,
  lastWords,
  ownFirst,
  summaryOf,
} from '../src/pages/payments/timeline-items.ts';
import { inBrowser } from './support/browser.ts';
import {
  customerId,
  entry,
  money,
  outgoing,
  payeeAccount,
  payerAccount,
  platformAccount,
} from './support/transactions.ts';

inBrowser();

const event = (seconds: number, type = 'OUTGOING_PAYMENT.COMPLETED', changes: object = {}) =>
  entry('EVENT', seconds, { detail: { type }, ...changes });
const attempt = (seconds: number, detail: object = {}, changes: object = {}) =>
  entry('ATTEMPT', seconds, { detail: { count: 1, number: 1, ...detail }, ...changes });

/** Lines as short texts. */
const linesOf = (entries: readonly TimelineEntry[]): string[] =>
  itemsOf(entries).map((item) => {
    if (item.type === 'GAP') return item.text;
    return item.type === 'GROUP' ? item.entries.map(({ kind }) => kind).join('+') : item.entry.kind;
  });

describe('the lines of a timeline', () => {
  it('are one for each entry, in the order of the entries', () => {
    expect(linesOf([entry('REQUEST', 0), entry('QUOTE', 1), entry('RAIL', 2)])).toEqual(['REQUEST', 'QUOTE', 'RAIL']);
    expect(itemsOf([])).toEqual([]);
  });

  it('are one for events and deliveries that follow each other', () => {
    expect(linesOf([entry('RAIL', 0), event(1), attempt(1), event(2), entry('ENTRIES', 3), event(4)])).toEqual([
      'RAIL',
      'EVENT+ATTEMPT+EVENT',
      'ENTRIES',
      'EVENT',
    ]);
  });

  it('never hide a failure', () => {
    const failure = attempt(2, {}, { isFailure: true });
    expect(linesOf([event(0), attempt(1), failure, attempt(3), attempt(4)])).toEqual([
      'EVENT+ATTEMPT',
      'ATTEMPT',
      'ATTEMPT+ATTEMPT',
    ]);
  });

  it('say how much time passes between them, from half a minute on', () => {
    expect(linesOf([event(0), event(29.999)])).toEqual(['EVENT+EVENT']);
    expect(linesOf([event(0), event(30), event(90), event(7_290)])).toEqual([
      ...['EVENT', '30 s later', 'EVENT', '1 min later', 'EVENT', '2 h later', 'EVENT'],
    ]);
  });

  it('count time from the latest entry before, also where an earlier one follows it', () => {
    expect(linesOf([entry('RAIL', 60), entry('JOB', 0), entry('RAIL', 61)])).toEqual(['RAIL', 'JOB', 'RAIL']);
  });

  it('have keys of their own', () => {
    const entries = [entry('RAIL', 0), event(1), attempt(2), event(60), entry('JOB', 120), event(121)];
    const keys = itemsOf(entries).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keyOf(entries[0]!)).toBe('RAIL RAIL-0');
  });
});

describe('a line of events and deliveries', () => {
  it('counts them, with the repetitions of a delivery', () => {
    expect(groupTitle([event(0), event(1), event(2), attempt(3), attempt(4, { count: 3 })])).toBe(
      '3 events, 4 deliveries',
    );
    expect(groupTitle([event(0), attempt(1)])).toBe('1 event, 1 delivery');
    expect(groupTitle([attempt(0), attempt(1)])).toBe('2 deliveries');
  });

  it('ends with the last words of the types of its events', () => {
    expect(lastWords([event(0), attempt(1), event(2, 'OUTGOING_PAYMENT.REFUND_PENDING')])).toBe(
      'COMPLETED, REFUND_PENDING',
    );
  });
});

describe('the summary', () => {
  it.each<[string, TimelineEntry, string | undefined]>([
    ['a rejected request is its code', entry('REQUEST', 0, { detail: { code: 'INVALID_INPUT' } }), 'INVALID_INPUT'],
    ['a request that succeeded is empty', entry('REQUEST', 0), undefined],
    [
      'a job is its kind and duration',
      entry('JOB', 0, { detail: { job: 'payment.submit', durationMs: 12.4, try: 1 } }),
      'payment.submit in 12 ms',
    ],
    [
      'a fast job is at least a millisecond',
      entry('JOB', 0, { detail: { job: 'payment.submit', durationMs: 0.2, try: 1 } }),
      'payment.submit in 1 ms',
    ],
    [
      'a job that failed again is its error and the number of the try',
      entry('JOB', 0, { detail: { job: 'x', durationMs: 5, try: 3, error: 'Rejected' } }),
      'Rejected, try 3',
    ],
    ['one delivery is empty', attempt(0), undefined],
    ['repeated deliveries is their number', attempt(0, { count: 4 }), '4 times'],
    [
      'a failed delivery is its status',
      attempt(0, { responseStatus: 503, number: 2 }, { isFailure: true }),
      'HTTP 503, attempt 2',
    ],
    [
      'a delivery without a response is its error',
      attempt(0, { error: 'Timed out', number: 1 }, { isFailure: true }),
      'Timed out, attempt 1',
    ],
    ['a message is its recipient', entry('MESSAGE', 0, { detail: { to: 'ada@example.com' } }), 'to ada@example.com'],
    ['an event is empty', event(0), undefined],
  ])('of %s', (_, given, summary) => {
    expect(summaryOf(given)).toBe(summary);
  });
});

describe('the balances of an entry', () => {
  it('begin with those of customers and of the platform, and keep their order otherwise', () => {
    const ids = ['rail.nostro:USD', payerAccount, 'fees.service:USD', platformAccount];
    const balances = ids.map((accountId) => ({ accountId, change: money(1), heldChange: 0 }) as Balance);
    expect(ownFirst(balances).map(({ accountId }) => accountId)).toEqual([
      ...[payerAccount, platformAccount, 'rail.nostro:USD', 'fees.service:USD'],
    ]);
  });
});

describe('the next step of a payment', () => {
  it('is said in one sentence with the time until then', async () => {
    const { nextText } = await import('../src/pages/payments/next-timer.ts');
    const title = 'The rail reports the outcome';
    expect(nextText({ title, resourceId: 'Transaction:1', inText: '2 min' })).toBe(
      'In 2 min: the rail reports the outcome',
    );
    expect(nextText(undefined)).toBeUndefined();
  });
});

describe('the test file of a payment', () => {
  const currency = {
    minAmount: 1,
    maxAmount: 100,
    requiredCounterpartyFields: [],
    enabledTransactionTypes: ['OUTGOING'],
    providerRequiredCustomerFields: ['x'],
  };
  const recorded: RecordedPayment = {
    title: 'Paid 100.00 USD to "O\'Brien" `x` ${y}',
    transaction: outgoing({ status: 'FAILED' }),
    quote: { totalSendingAmount: 10_000 } as Quote,
    payee: {
      currency: 'MXN',
      accountInfo: { accountType: 'MXN_ACCOUNT', paymentRails: ['SPEI'], clabeNumber: '002010077777777771' },
    } as unknown as ExternalAccount,
    payerName: 'Ada "the Countess"',
    currencies: ['USD', 'MXN', 'EUR'].map((currencyCode) => ({
      ...currency,
      currencyCode,
    })) as unknown as PlatformConfig['supportedCurrencies'],
    entries: [
      event(0, 'OUTGOING_PAYMENT.PENDING'),
      event(1, 'OUTGOING_PAYMENT.PROCESSING'),
      entry('ENTRIES', 1, {
        detail: {
          phase: 'execute',
          balances: [
            { accountId: payerAccount, change: money(-10_000) },
            { accountId: platformAccount, change: money(50) },
            { accountId: 'transit.payout:USD', change: money(9_950) },
          ],
        },
      }),
      event(121.2, 'OUTGOING_PAYMENT.FAILED'),
    ],
  };
  const text = testFileOf(recorded);

  it('is a module whose texts are those of the payment, whatever quotes they have', () => {
    const body = text.replaceAll(/^import .*\n/gm, '');
    const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
    const titles: string[] = [];
    new AsyncFunction('createSandbox', 'after', 'test', body)(
      () => ({ close: () => {} }),
      () => {},
      (title: string) => titles.push(title),
    );
    return expect.poll(() => titles).toEqual([recorded.title]);
  });

  it('makes the payment with the amounts, the accounts and the currencies that it used', () => {
    expect(text).toContain('fullName: "Ada \\"the Countess\\""');
    expect(text).toContain('p.fund("USD", 10000, { customerId: customer.id })');
    expect(text).toContain('lockedCurrencyAmount: 10000,');
    expect(text).toContain('"clabeNumber": "002010077777777771"');
    expect(text).not.toContain('paymentRails');
    expect(text.match(/"currencyCode": "\w+"/g)).toEqual(['"currencyCode": "USD"', '"currencyCode": "MXN"']);
    expect(text).not.toContain('providerRequiredCustomerFields');
  });

  it('waits for the event before each jump of the clock, and for the last one', () => {
    expect(text.match(/^ {2}await p\.(webhooks|clock).*$/gm)).toEqual([
      '  await p.webhooks.waitFor("OUTGOING_PAYMENT.PROCESSING");',
      "  await p.clock.advance('121s');",
      '  await p.webhooks.waitFor("OUTGOING_PAYMENT.FAILED");',
    ]);
  });

  it('compares every change of a balance, with the accounts by their part in the payment', () => {
    expect(text).toContain('["execute",{"payer":-10000,"platform":50,"transit.payout:USD":9950}],');
    expect(text).toContain('status, "FAILED");');
    expect([customerId, payeeAccount].filter((id) => text.includes(id))).toEqual([]);
  });
});
