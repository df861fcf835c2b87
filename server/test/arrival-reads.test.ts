import { afterAll, beforeAll, expect, test } from 'vitest';
import { executed, quoted } from './support/payment-world.ts';
import { quoteFor } from './support/payments.ts';
import { watchQueries } from './support/queries.ts';
import { openUmaPlace, type UmaPlace, type UmaUser, umaQuote } from './support/uma.ts';
import { openProvider, type Provider, readInvoice, signedPayRequest } from './support/uma-provider.ts';

let here: UmaPlace;
let alice: UmaUser;
let bob: UmaUser;
let provider: Provider;

// Without a worker nothing happens between two requests: jobs run only when the clock is advanced.
beforeAll(async () => {
  here = await openUmaPlace(['USD']);
  await here.app.app.worker.stop();
  alice = await here.newUser('alice');
  bob = await here.newUser('bob', { balance: 0 });
  provider = await openProvider();
});
afterAll(async () => {
  await here.app.audit();
  await Promise.all([here.app.stop(), provider.close()]);
});

const reads = {
  customers: /FROM customers\b/,
  settings: /JOIN platform_configs c USING/,
  accounts: /FROM accounts\b/,
  transactions: /FROM transactions\b/,
};
type Counts = Record<keyof typeof reads, number>;

/** Reads that a request sends, by table. Rows that are read together are one read. */
async function readsOf(act: () => Promise<unknown>): Promise<Counts> {
  const seen = watchQueries(here.app.database.db);
  await act();
  const selects = seen.filter((text) => /^\s*SELECT/.test(text));
  const counts = Object.entries(reads).map(([table, pattern]) => [
    table,
    selects.filter((text) => pattern.test(text)).length,
  ]);
  return Object.fromEntries(counts);
}

const post = (url: string, body: string) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });

const payUrl = (): string => `${here.app.url}/uma/${encodeURIComponent(here.domain)}/pay/$bob`;

/** Prepares an incoming payment, and returns the request that delivers it. */
type Arrival = () => Promise<() => Promise<{ status: number }>>;

const announced: Arrival = async () => {
  const request = await signedPayRequest(provider, here.domain, { amount: 100 });
  return () => post(payUrl(), request);
};

const paid: Arrival = async () => {
  const answer = await (await announced())();
  const { url, proof } = readInvoice(((await (answer as Response).json()) as { pr: string }).pr);
  return () => post(url, JSON.stringify({ paymentId: 'theirs-1', proof }));
};

const simulated: Arrival = async () => () =>
  here.client.post('/sandbox/uma/receive', {
    senderUmaAddress: '$grace@bank.example',
    customerId: bob.customerId,
    receivingCurrencyCode: 'USD',
    receivingCurrencyAmount: 100,
  });

const onPlatform: Arrival = async () => {
  const { id } = await quoted(here.client, await umaQuote(here.client, alice, bob.umaAddress));
  await executed(here.client, id);
  return () => here.client.post('/sandbox/clock/advance', { seconds: 1 });
};

const funding: Arrival = async () => {
  const source = { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId: alice.customerId };
  const { id: quoteId } = await quoted(here.client, quoteFor(alice, bob.accountId, { source }));
  return () => here.client.post('/sandbox/send', { quoteId, currencyCode: 'USD', currencyAmount: 10_000 });
};

test.each<[string, Arrival, Counts]>([
  // Three reads: the payment with a possible incoming transaction, its quote (not in memory), and its outcome.
  ['of another customer', onPlatform, { customers: 1, settings: 1, accounts: 1, transactions: 3 }],
  ['of a simulated provider', simulated, { customers: 1, settings: 1, accounts: 1, transactions: 0 }],
  ['that another provider announces', announced, { customers: 1, settings: 1, accounts: 1, transactions: 0 }],
  ['that another provider pays', paid, { customers: 0, settings: 0, accounts: 0, transactions: 1 }],
  ['that funds a quote', funding, { customers: 0, settings: 0, accounts: 0, transactions: 1 }],
])('a payment %s reads each row once', async (_, arrival, expected) => {
  const act = await arrival();
  let status: number | undefined;
  const counts = await readsOf(async () => {
    ({ status } = await act());
  });
  expect([status, counts]).toEqual([200, expected]);
});
