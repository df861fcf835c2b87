import type { ExternalAccount, OutgoingTransaction, PlatformConfig, Quote, TimelineEntry } from '../../api/client.ts';

/** Data from which a test file is written. */
export interface RecordedPayment {
  title: string;
  transaction: OutgoingTransaction;
  quote: Quote;
  payee: ExternalAccount;
  payerName: string;
  currencies: PlatformConfig['supportedCurrencies'];
  entries: readonly TimelineEntry[];
}

/** Shorter waits happen in real time; the test moves the clock only for longer ones. */
const STEP_MS = 5_000;

/** A test of node:test that makes the same payment on a fresh platform, moves its clock and compares the ledger. */
export function testFileOf(recorded: RecordedPayment): string {
  const { transaction, quote, payee, payerName } = recorded;
  const sent = transaction.sentAmount;
  return `import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createSandbox } from '@causeway/testing';

const sandbox = await createSandbox();
after(() => sandbox.close());

test(${literal(recorded.title)}, async () => {
  const p = await sandbox.platform();
  await p.api.config.update({ supportedCurrencies: ${block(currenciesOf(recorded))} });
  const customer = await p.api.customers.create({ customerType: 'INDIVIDUAL', fullName: ${literal(payerName)} });
  const payer = await p.fund(${literal(sent.currency.code)}, ${sent.amount}, { customerId: customer.id });
  const payee = await p.api.customers.externalAccounts.create({
    customerId: customer.id,
    currency: ${literal(payee.currency)},
    accountInfo: ${block(requestOf(payee), '    ')},
  });
  const { id, transactionId } = await p.api.quotes.create({
    source: { sourceType: 'ACCOUNT', accountId: payer },
    destination: { destinationType: 'ACCOUNT', accountId: payee.id },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: ${quote.totalSendingAmount},
  });
  await p.api.quotes.execute(id);
${stepsOf(recorded.entries)}
  assert.equal((await p.api.transactions.get(transactionId)).status, ${literal(transaction.status)});
  const { data } = await p.api.transactions.timeline.list(transactionId, { kinds: 'ENTRIES' });
  const nameOf = (accountId) => (accountId === payer ? 'payer' : accountId.startsWith('InternalAccount:') ? 'platform' : accountId);
  const changes = data.map(({ detail }) => [
    detail.phase,
    Object.fromEntries(detail.balances.map(({ accountId, change }) => [nameOf(accountId), change.amount])),
  ]);
  assert.deepEqual(changes, ${changesText(recorded)});
});
`;
}

const literal = (value: unknown): string => JSON.stringify(value);

/** Value over several lines, indented like the statements of the test. */
const block = (value: unknown, indent = '  '): string => JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`);

/** Removes the rails, which the service derives from the account type and no request accepts. */
function requestOf({ accountInfo }: ExternalAccount): object {
  const { paymentRails: _, ...given } = accountInfo as { paymentRails?: unknown };
  return given;
}

const currenciesOf = ({ currencies, transaction, payee }: RecordedPayment) => {
  const used = new Set([transaction.sentAmount.currency.code, payee.currency]);
  return currencies
    .filter(({ currencyCode }) => used.has(currencyCode))
    .map(({ currencyCode, minAmount, maxAmount, requiredCounterpartyFields, enabledTransactionTypes }) => ({
      currencyCode,
      minAmount,
      maxAmount,
      requiredCounterpartyFields,
      enabledTransactionTypes,
    }));
};

/** Statements that wait for the last event before each jump of the clock, then advance it. */
function stepsOf(entries: readonly TimelineEntry[]): string {
  const events = entries.filter((entry) => entry.kind === 'EVENT');
  const lines: string[] = [];
  events.forEach((event, i) => {
    const next = events[i + 1];
    const waitMs = next ? Date.parse(next.at) - Date.parse(event.at) : 0;
    if (next && waitMs < STEP_MS) return;
    lines.push(`  await p.webhooks.waitFor(${literal(event.detail.type)});`);
    if (next) lines.push(`  await p.clock.advance('${Math.ceil(waitMs / 1_000)}s');`);
  });
  return lines.join('\n');
}

/** One phase per line. */
const changesText = (recorded: RecordedPayment): string =>
  `[\n${changesOf(recorded)
    .map((change) => `    ${literal(change)},\n`)
    .join('')}  ]`;

const changesOf = ({ entries, transaction: { source } }: RecordedPayment) =>
  entries.flatMap((entry) => {
    if (entry.kind !== 'ENTRIES') return [];
    const { phase, balances } = entry.detail;
    const changes = balances.map(({ accountId, change }) => [nameOf(accountId, source), change.amount]);
    return [[phase, Object.fromEntries(changes)]];
  });

function nameOf(accountId: string, source: OutgoingTransaction['source']): string {
  if ('accountId' in source && source.accountId === accountId) return 'payer';
  return accountId.startsWith('InternalAccount:') ? 'platform' : accountId;
}
