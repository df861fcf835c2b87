import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../src/foundation/db/sql.ts';
import {
  advance,
  eventsOf,
  executed,
  newExternalAccount,
  quoted,
  systemBalances,
  useCurrencies,
} from './support/payment-world.ts';
import { balanceOf, transactionIn } from './support/payments.ts';
import { until } from './support/server-process.ts';
import { lookUp, openUmaPlace, type UmaPlace, type UmaUser, umaQuote } from './support/uma.ts';
import { openReceiver, type Received, type WebhookReceiver } from './support/webhook-receiver.ts';

let here: UmaPlace;
let there: UmaPlace;
let endpoint: WebhookReceiver;
let alice: UmaUser;
let bob: UmaUser;

beforeAll(async () => {
  [here, there] = await Promise.all([openUmaPlace(['USD', 'EUR']), openUmaPlace(['USD', 'EUR', 'MXN'])]);
  endpoint = await openReceiver();
  alice = await here.newUser('alice', { balance: 10_000_000, nationality: 'US' });
  bob = await there.newUser('bob', { balance: 0, fullName: 'Bob Builder' });
});
afterAll(async () => {
  await Promise.all([here.app.audit(), there.app.audit()]);
  await Promise.all([here.app.stop(), there.app.stop(), endpoint.close()]);
});

/** The most recent payment on the other side. */
async function newestOf(user: UmaUser): Promise<any> {
  const { body } = await there.client.get(`/transactions?customerId=${user.customerId}&limit=1`);
  return body.data[0];
}

const quoteTo = async (user: UmaUser, more: object = {}): Promise<any> =>
  quoted(here.client, await umaQuote(here.client, alice, user.umaAddress, more));

describe('a payment from one provider to another', () => {
  test('is looked up, quoted, paid and received in full', async () => {
    const { status, body, text } = await lookUp(here.client, alice, bob.umaAddress.toUpperCase());
    expect(status, text).toBe(200);
    expect(body.receiverUmaAddress).toBe(bob.umaAddress);
    expect(body.supportedCurrencies.map((one: any) => one.currency.code)).toEqual(['USD', 'EUR', 'MXN']);
    const quote = await quoteTo(bob);
    expect(quote).toMatchObject({ totalSendingAmount: 10_000, totalReceivingAmount: 10_000, exchangeRate: 1 });
    expect(await newestOf(bob)).toMatchObject({ status: 'PENDING', type: 'INCOMING' });
    expect((await balanceOf(there.client, bob)).balance).toBe(0);
    await executed(here.client, quote.id);
    await transactionIn(here.client, quote.transactionId, 'COMPLETED');
    const incoming = await transactionIn(there.client, (await newestOf(bob)).id, 'COMPLETED');
    expect(incoming).toMatchObject({
      source: { sourceType: 'UMA_ADDRESS', umaAddress: alice.umaAddress, currency: 'USD' },
      receivedAmount: { amount: 10_000, currency: { code: 'USD' } },
      settledAt: expect.any(String),
    });
    const emitted = await eventsOf(there.app, there.client, incoming.id);
    expect(emitted.map(({ type }) => type)).toEqual(['INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.COMPLETED']);
    expect((await balanceOf(there.client, bob)).balance).toBe(10_000);
    expect(await systemBalances(there.app, there.client)).toEqual({ 'rail.nostro:USD': -10_000 });
    expect(await systemBalances(here.app, here.client)).toEqual({ 'rail.nostro:USD': 10_000 - 10_000_000 });
    await Promise.all([here.app.audit(), there.app.audit()]);
  });

  test.each([
    ['SENDING', 'EUR', 10_000],
    ['RECEIVING', 'EUR', 10_000],
    ['SENDING', 'MXN', 777],
    ['RECEIVING', 'MXN', 12_345],
    ['RECEIVING', 'USD', 4_321],
  ])('with %s locked in %s arrives as quoted', async (lockedCurrencySide, currency, amount) => {
    const before = (await balanceOf(there.client, { ...bob, currency })).balance;
    const destination = { destinationType: 'UMA_ADDRESS', umaAddress: bob.umaAddress, currency };
    const quote = await quoteTo(bob, { destination, lockedCurrencySide, lockedCurrencyAmount: amount });
    const locked = lockedCurrencySide === 'SENDING' ? quote.totalSendingAmount : quote.totalReceivingAmount;
    expect(locked).toBe(amount);
    const net = quote.totalSendingAmount - quote.feesIncluded;
    expect(net / quote.totalReceivingAmount).toBeCloseTo(quote.exchangeRate, 9);
    await executed(here.client, quote.id);
    await transactionIn(here.client, quote.transactionId, 'COMPLETED');
    expect((await balanceOf(there.client, { ...bob, currency })).balance - before).toBe(quote.totalReceivingAmount);
    await Promise.all([here.app.audit(), there.app.audit()]);
  });

  test('has the addresses of both ends in its events on either side, beside the GET response', async () => {
    const quote = await quoteTo(bob);
    const { id } = await newestOf(bob);
    await executed(here.client, quote.id);
    const addresses = { senderUmaAddress: alice.umaAddress, receiverUmaAddress: bob.umaAddress };
    const sides: [UmaPlace, string, number][] = [
      [here, quote.transactionId, 3],
      [there, id, 2],
    ];
    for (const [{ app, client }, transactionId, count] of sides) {
      const shown = await transactionIn(client, transactionId, 'COMPLETED');
      const emitted = await eventsOf(app, client, transactionId);
      expect(emitted).toHaveLength(count);
      for (const { data } of emitted) expect(data).toMatchObject(addresses);
      expect(emitted.at(-1)?.data).toEqual({ ...shown, ...addresses });
    }
    await Promise.all([here.app.audit(), there.app.audit()]);
  });

  test('carries the payer data to the other side, which stores it sealed', async () => {
    const quote = await quoteTo(bob);
    await executed(here.client, quote.id);
    await transactionIn(here.client, quote.transactionId, 'COMPLETED');
    const { id } = await newestOf(bob);
    const [kept] = await there.app.database.db.read<{ domain: string; travel_rule_sealed: string }>(sql`
      SELECT domain, travel_rule_sealed FROM uma_requests
      WHERE platform_id = ${there.client.platformId} AND id = ${id.slice('Transaction:'.length)}`);
    expect(kept?.domain).toBe(here.domain);
    const place = JSON.stringify([
      'uma_requests',
      'travel_rule_sealed',
      there.client.platformId,
      id.slice('Transaction:'.length),
    ]);
    const opened = JSON.parse(await there.app.app.vault.open(kept?.travel_rule_sealed ?? '', place as never));
    expect(opened.originator).toMatchObject({ IDENTIFIER: alice.umaAddress, FULL_NAME: 'Ada Lovelace' });
  });

  test('reports its outputs to both sides after it is paid', async () => {
    const quote = await quoteTo(bob);
    await executed(here.client, quote.id);
    await transactionIn(here.client, quote.transactionId, 'COMPLETED');
    const newest = async ({ app, client }: UmaPlace) => {
      const [row] = await app.database.db.read<{ utxos: object[] | null }>(sql`
        SELECT utxos FROM uma_requests WHERE platform_id = ${client.platformId} ORDER BY created_at DESC LIMIT 1`);
      return row?.utxos;
    };
    await until(async () => (await newest(here)) !== null && (await newest(there)) !== null, 'both were notified');
    expect([await newest(here), await newest(there)]).toEqual([[], []]);
  });

  test('with real-time funding is paid after the funding has arrived', async () => {
    const before = (await balanceOf(there.client, bob)).balance;
    const source = { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId: alice.customerId };
    const quote = await quoteTo(bob, { source });
    expect((await here.client.post('/sandbox/send', { quoteId: quote.id, currencyCode: 'USD' })).status).toBe(200);
    await transactionIn(here.client, quote.transactionId, 'COMPLETED');
    expect((await balanceOf(there.client, bob)).balance - before).toBe(quote.totalReceivingAmount);
  });

  test('is forwarded to the external account that the receiver has selected', async () => {
    const carol = await there.newUser('carol', { balance: 0 });
    await newExternalAccount(there.client, {
      customerId: carol.customerId,
      type: 'USD_ACCOUNT',
      more: { defaultUmaDepositAccount: true },
    });
    const quote = await quoteTo(carol);
    await executed(here.client, quote.id);
    await until(async () => (await newestOf(carol))?.type === 'OUTGOING', 'the money is sent on');
    await transactionIn(there.client, (await newestOf(carol)).id, 'COMPLETED');
    expect((await balanceOf(there.client, carol)).balance).toBe(0);
    await there.app.audit();
  });

  test('that is not executed ends on both sides at its expiry', async () => {
    const dora = await there.newUser('dora', { balance: 0 });
    await quoteTo(dora);
    await advance(there.client, 30 * 60 + 1);
    const incoming = await newestOf(dora);
    expect([incoming.status, incoming.failureReason]).toEqual(['FAILED', 'QUOTE_EXPIRED']);
    await there.app.audit();
  });
});

describe('the receiving platform', () => {
  /** Sets the platform's response to approval requests. The platform accepts all other webhooks. */
  const whenAsked = (status: number, body: object = {}): void =>
    endpoint.answer(({ event }: Received) => {
      if (event.type !== 'INCOMING_PAYMENT.PENDING') return 200;
      return (response) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      };
    });
  const fields = [
    { name: 'FULL_NAME', mandatory: true },
    { name: 'BIRTH_DATE', mandatory: true },
  ];

  beforeAll(async () => {
    await there.client.patch('/config', { webhookEndpoint: endpoint.url });
    await useCurrencies(here.client, ['USD', 'EUR'], { only: { USD: { requiredCounterpartyFields: fields } } });
  });
  afterEach(() => endpoint.answer(() => 200));

  test('passes its receiver information to the sender with the quote', async () => {
    const erin = await there.newUser('erin', { balance: 0, fullName: 'Erin Brock' });
    whenAsked(200, { receiverCustomerInfo: { BIRTH_DATE: '1990-01-02' } });
    const quote = await quoteTo(erin);
    expect(quote.counterpartyInformation).toEqual({ FULL_NAME: 'Erin Brock', BIRTH_DATE: '1990-01-02' });
    const asked = endpoint.received.findLast(({ event }) => event.type === 'INCOMING_PAYMENT.PENDING');
    expect(asked?.event.data.requestedReceiverCustomerInfoFields).toEqual([{ name: 'BIRTH_DATE', mandatory: true }]);
    await executed(here.client, quote.id);
    await transactionIn(here.client, quote.transactionId, 'COMPLETED');
    expect((await balanceOf(there.client, erin)).balance).toBe(10_000);
  });

  test('can defer the decision and make it by a call', async () => {
    const finn = await there.newUser('finn', { balance: 0, birthDate: '1990-01-02' });
    whenAsked(202);
    const asking = quoteTo(finn);
    await until(async () => (await newestOf(finn)) !== undefined, 'the payment is announced');
    const { id } = await newestOf(finn);
    await until(() => endpoint.received.some(({ event }) => event.data.id === id), 'the platform is asked');
    expect((await there.client.post(`/transactions/${id}/approve`)).body.status).toBe('PENDING');
    const again = await there.client.post(`/transactions/${id}/reject`, {});
    expect([again.status, again.body.code]).toEqual([409, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL']);
    const quote = await asking;
    await executed(here.client, quote.id);
    await transactionIn(there.client, id, 'COMPLETED');
    await there.app.audit();
  });

  test.each([
    [403, [400, 'SENDER_NOT_ACCEPTED'], ['REJECTED', undefined]],
    [422, [400, 'MISSING_MANDATORY_USER_INFO'], ['FAILED', 'MISSING_MANDATORY_PAYEE_DATA']],
    [500, [424, 'PAYREQ_REQUEST_FAILED'], ['FAILED', 'PAYMENT_APPROVAL_WEBHOOK_ERROR']],
  ])('rejects with %i', async (answer, expected, ended) => {
    const gina = await there.newUser(`gina${answer}`, { balance: 0, birthDate: '1990-01-02' });
    whenAsked(answer);
    const before = await balanceOf(here.client, alice);
    const { status, body } = await here.client.post('/quotes', await umaQuote(here.client, alice, gina.umaAddress));
    expect([status, body.code]).toEqual(expected);
    const { status: state, failureReason } = await newestOf(gina);
    expect([state, failureReason]).toEqual(ended);
    expect(await balanceOf(here.client, alice)).toEqual(before);
    await Promise.all([here.app.audit(), there.app.audit()]);
  });
});
