import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createdAgent } from '../../../server/test/support/agents.ts';
import { TestApp } from '../../../server/test/support/app.ts';
import { newIndividual, pdf } from '../../../server/test/support/documents.ts';
import { newPayer, type Payer, payeeWithSuffix } from '../../../server/test/support/payments.ts';
import { loginByCode, newWallet } from '../../../server/test/support/wallets.ts';
import {
  type Attempt,
  Causeway,
  CausewayError,
  type Client,
  createAgentClient,
  PaymentError,
  redeemAgent,
  type TransactionId,
} from '../src/index.ts';
import { createOperatorClient } from '../src/operator.ts';
import { clientOf } from './support.ts';

let app: TestApp;
let cw: Client;
let payer: Payer;
beforeAll(async () => {
  app = await TestApp.shared();
  cw = clientOf(app.client);
  payer = await newPayer(app.client);
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

const quoteTo = (accountId: string) =>
  cw.quotes.create({
    source: { sourceType: 'ACCOUNT', accountId: payer.accountId },
    destination: { destinationType: 'ACCOUNT', accountId },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 5_000,
  });
const payee = (suffix: string) => payeeWithSuffix(app.client, payer.customerId, suffix);

describe('a request', () => {
  it('is sent when it is first awaited, and once however often it is awaited', async () => {
    const attempts: Attempt[] = [];
    const watched = clientOf(app.client, { onRequest: (attempt) => attempts.push(attempt) });
    const call = watched.tokens.create({ name: 'lazy', permissions: ['VIEW'] });
    expect(call.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
    expect(attempts).toEqual([]);
    const [first, second, { value, requestId, isReplayed }] = await Promise.all([call, call, call.withResponse()]);
    expect(first).toBe(second);
    expect(value).toBe(first);
    expect(isReplayed).toBe(false);
    expect(attempts).toEqual([
      {
        ...{ operation: 'tokens.create', method: 'POST', path: '/tokens', attempt: 1, status: 201, requestId },
        durationMs: expect.any(Number),
      },
    ]);
    // The request log is written in the background.
    await vi.waitFor(async () => expect((await cw.requestLog.get(requestId ?? '')).path).toMatch(/\/tokens$/));
  });

  it('reports with its key that it was replayed', async () => {
    const body = { name: 'again', permissions: ['VIEW' as const] };
    const first = await cw.tokens.create(body, { idempotencyKey: 'again-1' }).withResponse();
    const second = await cw.tokens.create(body, { idempotencyKey: 'again-1' }).withResponse();
    expect([first.isReplayed, second.isReplayed]).toEqual([false, true]);
    expect(second.value).toEqual(first.value);
  });

  it('rejects with the code, the fields and the id of the request', async () => {
    const error = await cw.quotes
      .create({ lockedCurrencyAmount: 0 } as never)
      .then(() => undefined)
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(CausewayError);
    const { code, status, fieldErrors, requestId, docUrl } = error as CausewayError;
    expect([code, status]).toEqual(['INVALID_INPUT', 400]);
    expect(fieldErrors.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['source', 'destination', 'lockedCurrencySide', 'lockedCurrencyAmount']),
    );
    expect(requestId).toBeTruthy();
    expect(docUrl).toMatch(/^http/);
  });

  it('gives a result in place of an exception', async () => {
    const good = await cw.customers.get(payer.customerId).asResult();
    expect(good).toMatchObject({ ok: true, value: { id: payer.customerId }, status: 200 });
    const bad = await cw.customers.get('Customer:019542f5-b3e7-7d02-8000-000000000001').asResult();
    expect(bad.ok ? undefined : bad.error.code).toBe('USER_NOT_FOUND');
  });

  it('of a sandbox is strict unless the client says otherwise', async () => {
    const extra = { name: 'strict', permissions: ['VIEW' as const], colour: 'red' };
    const strict = await cw.tokens.create(extra).asResult();
    expect(strict.ok ? undefined : strict.error.fieldErrors.map(({ field }) => field)).toEqual(['colour']);
    expect((await clientOf(app.client, { strict: false }).tokens.create(extra).asResult()).ok).toBe(true);
  });

  it('with an empty id is not sent', () => {
    expect(() => cw.customers.get('')).toThrow('customers.get: the id must be a string that is not empty');
  });

  it('of your own has the credentials of the client', async () => {
    const response = await cw.fetch('/config', { headers: { accept: 'application/json' } });
    expect([response.status, await response.json()]).toEqual([200, await cw.config.get()]);
  });
});

describe('a list', () => {
  it('gives a page when awaited, every item when iterated, and pages', async () => {
    const other = clientOf(await app.newPlatform());
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names) await other.tokens.create({ name, permissions: ['VIEW'] });
    const query = { limit: 2 };
    const list = other.tokens.list(query);
    expect((await list).data).toHaveLength(2);
    const seen: string[] = [];
    for await (const token of list) seen.push(token.name);
    expect(seen.slice(0, 5)).toEqual(names.toReversed());
    const sizes: number[] = [];
    for await (const { data } of other.tokens.list(query).pages()) sizes.push(data.length);
    expect(sizes).toEqual([2, 2, 2]);
  });

  it('takes repeated parameters', async () => {
    const { data } = await cw.exchangeRates.list({ sourceCurrency: 'USD', destinationCurrency: ['EUR', 'MXN'] });
    expect(new Set(data.map((rate) => rate.destinationCurrency.code))).toEqual(new Set(['EUR', 'MXN']));
  });
});

describe('executeAndWait', () => {
  it('returns the transaction once it is settled, also when it is called again', async () => {
    const quote = await quoteTo(await payee('111'));
    const settled = await cw.quotes.executeAndWait(quote.id, { until: 'SETTLED', timeoutMs: 10_000 });
    expect(settled).toMatchObject({ id: quote.transactionId, status: 'COMPLETED' });
    expect((await cw.quotes.executeAndWait(quote.id)).id).toBe(quote.transactionId);
  });

  it('ends with the reason of a failed payment', async () => {
    const quote = await quoteTo(await payee('004'));
    const error = await cw.quotes.executeAndWait(quote.id).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PaymentError);
    expect(error).toMatchObject({ code: 'PAYMENT_FAILED', reason: 'ACCOUNT_CANNOT_RECEIVE' });
    expect((error as PaymentError).transaction?.status).toMatch(/FAILED|REFUNDED/);
  });

  it('returns at the execution if that is enough, and otherwise gives up in time or on a signal', async () => {
    const quote = await quoteTo(await payee('003'));
    expect((await cw.quotes.executeAndWait(quote.id, { until: 'EXECUTED' })).status).toBe('PROCESSING');
    const late = await cw.quotes.executeAndWait(quote.id, { timeoutMs: 1 }).catch((reason: unknown) => reason);
    expect(late).toMatchObject({ code: 'WAIT_TIMED_OUT', transaction: { status: 'PROCESSING' } });
    const controller = new AbortController();
    const waiting = cw.quotes.executeAndWait(quote.id, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });
});

describe('waitFor', () => {
  const executed = async (suffix: string): Promise<TransactionId> => {
    const quote = await quoteTo(await payee(suffix));
    await cw.quotes.execute(quote.id);
    return quote.transactionId;
  };

  it('returns a transaction that has ended, whether it has succeeded or not', async () => {
    expect((await cw.transactions.waitFor(await executed('111'))).status).toBe('COMPLETED');
    expect((await cw.transactions.waitFor(await executed('004'))).status).toBe('FAILED');
  });

  it('returns at one of several statuses, and waits for the return of a completed payment', async () => {
    const id = await executed('005');
    expect((await cw.transactions.waitFor(id, { until: ['PROCESSING', 'COMPLETED'] })).id).toBe(id);
    await cw.transactions.waitFor(id, { until: 'COMPLETED' });
    const returned = cw.transactions.waitFor(id, { until: ['FAILED', 'REFUNDED'], timeoutMs: 10_000 });
    await cw.sandbox.clock.advance({ seconds: 60 });
    expect(await returned).toMatchObject({ status: 'FAILED', failureReason: 'PAYOUT_RETURNED' });
  });

  it('rejects with the reason when the payment can no longer reach the status', async () => {
    const waiting = cw.transactions.waitFor(await executed('004'), { until: 'COMPLETED' });
    await expect(waiting).rejects.toMatchObject({
      code: 'PAYMENT_FAILED',
      reason: 'ACCOUNT_CANNOT_RECEIVE',
      message: 'the payment is FAILED: ACCOUNT_CANNOT_RECEIVE',
    });
  });

  it('names the last status when the time is over, and ends with the reason of a signal', async () => {
    const id = await executed('003');
    await expect(cw.transactions.waitFor(id, { timeoutMs: 1 })).rejects.toMatchObject({
      code: 'WAIT_TIMED_OUT',
      message: expect.stringMatching(/^the payment is still PROCESSING after 1 ms, not COMPLETED or FAILED/),
      transaction: { id, status: 'PROCESSING' },
    });
    const controller = new AbortController();
    const waiting = cw.transactions.waitFor(id, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });
});

describe('options', () => {
  const sent: Request[] = [];
  const recording = (): Client => {
    sent.length = 0;
    const record: typeof fetch = (input, init) => {
      sent.push(new Request(input, init));
      return fetch(input, init);
    };
    return clientOf(app.client, { fetch: record });
  };

  it('follow the id where the body or the query is left out', async () => {
    const client = recording();
    const quote = await quoteTo(await payee('111'));
    const outcome = await client.quotes.execute(quote.id, { idempotencyKey: 'execute-once' });
    expect(outcome).toMatchObject({ kind: 'done', value: { id: quote.id } });
    const controller = new AbortController();
    await client.transactions.list({ signal: controller.signal });
    await client.transactions.list({ limit: 1 }, { headers: { 'x-test': '1' } });
    const bodies = await Promise.all(sent.map((request) => request.text()));
    const seen = sent.map(({ url, headers }) => [new URL(url).search, headers.get('idempotency-key')]);
    expect(bodies).toEqual(['', '', '']);
    expect(seen).toEqual([
      ['', 'execute-once'],
      ['', null],
      ['?limit=1', null],
    ]);
  });

  it('that no method has are rejected before anything is sent', async () => {
    const client = recording();
    const body = { name: 'misspelt', permissions: ['VIEW' as const] };
    expect(() => client.tokens.create(body, { idempotencykey: 'x' } as never)).toThrow(
      'tokens.create: unknown option "idempotencykey", not signal, timeoutMs',
    );
    const create = client.tokens.create as (...args: unknown[]) => unknown;
    expect(() => create(body, {}, {})).toThrow('tokens.create: too many arguments');
    const wait = client.transactions.waitFor('Transaction:1', { timeout: 5 } as never);
    await expect(wait).rejects.toThrow('transactions.waitFor: unknown option "timeout", not until, timeoutMs, signal');
    const pay = client.quotes.executeAndWait('Quote:1', { idempotencyKey: 'x' } as never);
    await expect(pay).rejects.toThrow('quotes.executeAndWait: unknown option "idempotencyKey"');
    expect(sent).toEqual([]);
  });
});

describe('a client from the environment', () => {
  const env = () => ({
    CAUSEWAY_URL: app.url,
    CAUSEWAY_CLIENT_ID: app.client.clientId,
    CAUSEWAY_CLIENT_SECRET: app.client.clientSecret,
  });
  afterEach(() => vi.unstubAllEnvs());

  it('has the address and the token of the variables', async () => {
    for (const [name, value] of Object.entries(env())) vi.stubEnv(name, value);
    expect(await Causeway.fromEnvironment().config.get()).toEqual(await cw.config.get());
  });

  it('takes other variables and options, and names what is missing', async () => {
    const client = Causeway.fromEnvironment({ env: env(), maxRetries: 0 });
    expect(await client.config.get()).toEqual(await cw.config.get());
    const incomplete = { ...env(), CAUSEWAY_CLIENT_SECRET: '' };
    expect(() => Causeway.fromEnvironment({ env: incomplete })).toThrow('CAUSEWAY_CLIENT_SECRET is not set');
    expect(() => Causeway.fromEnvironment({ env: {} })).toThrow('CAUSEWAY_URL is not set');
  });
});

describe('a signed retry', () => {
  it('sends the same bytes with the stamp, and executes the quote', async () => {
    const wallet = await newWallet(app.client);
    const session = await loginByCode(wallet);
    const accountId = await payeeWithSuffix(app.client, wallet.customerId, '111');
    await app.client.post(`/sandbox/internal-accounts/${wallet.accountId}/fund`, { amount: 50_000_000 });
    const quote = await cw.quotes.create({
      source: { sourceType: 'ACCOUNT', accountId: wallet.accountId },
      destination: { destinationType: 'ACCOUNT', accountId },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 5_000_000,
    });
    const unsigned = await cw.quotes.executeAndWait(quote.id).catch((reason: unknown) => reason);
    expect(unsigned).toMatchObject({ code: 'SIGNATURE_REQUIRED' });
    const challenge = await cw.quotes.execute(quote.id);
    if (challenge.kind !== 'challenge') throw new Error(`${challenge.kind} is no challenge`);
    const outcome = await challenge.retry(session.key.stamp(challenge.payloadToSign));
    expect(outcome).toMatchObject({ kind: 'done', value: { id: quote.id } });
    const second = await cw.quotes.create({
      source: { sourceType: 'ACCOUNT', accountId: wallet.accountId },
      destination: { destinationType: 'ACCOUNT', accountId },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 5_000_000,
    });
    const sign = (payload: string) => session.key.stamp(payload);
    expect((await cw.quotes.executeAndWait(second.id, { sign })).status).toBe('COMPLETED');
  });
});

describe('other clients', () => {
  it('an agent is redeemed once, and its access token creates the same client again', async () => {
    const { deviceCode } = await createdAgent(app.client, { payer });
    const agent = await redeemAgent({ baseUrl: app.url, code: deviceCode.code });
    expect((await agent.get()).id).toBe(agent.agentId);
    const again = createAgentClient({ baseUrl: app.url, accessToken: agent.accessToken });
    expect((await again.internalAccounts.list()).data.length).toBeGreaterThan(0);
    const spent = await redeemAgent({ baseUrl: app.url, code: deviceCode.code }).catch((error: unknown) => error);
    expect(spent).toBeInstanceOf(CausewayError);
  });

  it('an operator has operations of its own', async () => {
    const { clientId: operatorId, clientSecret: secret } = await app.newOperator();
    const operator = createOperatorClient({ baseUrl: app.url, operatorId, secret });
    expect((await operator.platforms.list({ limit: 1 })).data).toHaveLength(1);
  });
});

describe('an upload', () => {
  it('sends its fields as a form', async () => {
    const documentHolder = await newIndividual(app.client);
    const file = new File([pdf()], 'passport.pdf', { type: 'application/pdf' });
    const passport = {
      documentType: 'PASSPORT',
      country: 'US',
      documentNumber: 'P1',
      issuingAuthority: 'State',
    } as const;
    const document = await cw.documents.upload({ documentHolder, ...passport, file });
    expect(document).toMatchObject({ documentHolder, documentType: 'PASSPORT', fileName: 'passport.pdf' });
  });
});
