import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createdAgent } from '../../../server/test/support/agents.ts';
import { TestApp } from '../../../server/test/support/app.ts';
import { newIndividual, pdf } from '../../../server/test/support/documents.ts';
import { newPayer, type Payer, payeeWithSuffix } from '../../../server/test/support/payments.ts';
import { loginByCode, newWallet } from '../../../server/test/support/wallets.ts';
import {
  type Attempt,
  CausewayError,
  type Client,
  createAgentClient,
  PaymentError,
  redeemAgent,
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
