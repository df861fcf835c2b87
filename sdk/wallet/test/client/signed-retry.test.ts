import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Description, WalletError } from '../../src/index.ts';
import { ACCOUNT, QUOTE, SESSION } from '../support/ids.ts';
import { codeOf, question, rejection, scripted, scriptedWallet, sessionResponse } from './support/scripted.ts';

const payload = JSON.stringify({
  action: 'EXECUTE_QUOTE',
  quoteId: QUOTE,
  send: { amount: 5_000_000, currency: 'USDB' },
});
const execute = { method: 'POST', path: `/quotes/${QUOTE}/execute`, body: { a: 1 } } as const;
const processing = { status: 200, body: { status: 'PROCESSING', message: 'at work' } };
const done = { status: 200, body: { id: QUOTE, status: 'PROCESSING' } };
const sessions = (...ids: string[]) => ({ status: 200, body: { data: ids.map((id) => ({ id })) } });

function isSignedBy(publicKey: string, stamp: string, text: string): boolean {
  const { publicKey: named, signature } = JSON.parse(Buffer.from(stamp, 'base64url').toString());
  expect(named).toBe(publicKey);
  const der = Buffer.concat([
    Buffer.from('3039301306072a8648ce3d020106082a8648ce3d030107032200', 'hex'),
    Buffer.from(named, 'hex'),
  ]);
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  return verify('sha256', Buffer.from(text), key, Buffer.from(signature, 'hex'));
}

describe('a signed retry', () => {
  it('shows the payload, signs it, and sends the same bytes again', async () => {
    const service = scripted(question(payload), done);
    const shown: Description[] = [];
    const { wallet, key } = await scriptedWallet(service, { confirm: (description) => shown.push(description) > 0 });
    const response = await wallet.signedRetry({ ...execute, headers: { 'Idempotency-Key': 'k' } });
    expect(response).toEqual({ status: 200, body: done.body });
    expect(shown.map(({ title }) => title)).toEqual(['Send 5.00 USDB']);
    const [first, second] = service.requests;
    expect(second).toEqual({
      ...first,
      headers: { ...first?.headers, 'Request-Id': 'Request:1', 'Service-Wallet-Signature': expect.any(String) },
    });
    expect(first?.headers).toEqual({
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'Idempotency-Key': 'k',
    });
    expect(isSignedBy(key.compressed, second?.headers['Service-Wallet-Signature'] ?? '', payload)).toBe(true);
  });

  it('sends a string as it is, and no body if there is none', async () => {
    const service = scripted({ status: 204 }, { status: 204 });
    const { wallet } = await scriptedWallet(service);
    await wallet.signedRetry({ ...execute, body: '{ "a" : 1 }' });
    await wallet.signedRetry({ method: 'DELETE', path: '/auth/credentials/x' });
    expect(service.requests.map(({ body }) => body)).toEqual(['{ "a" : 1 }', undefined]);
    expect(service.requests[1]?.headers).toEqual({ Accept: 'application/json' });
  });

  it('needs no session if the service requires no signature', async () => {
    const { wallet } = await scriptedWallet(scripted(done), { sessionMs: null });
    expect((await wallet.signedRetry(execute)).status).toBe(200);
  });

  it('is neither signed nor sent without confirmation', async () => {
    for (const answer of [false, undefined, 'yes']) {
      const service = scripted(question(payload));
      const { wallet } = await scriptedWallet(service, { confirm: () => answer as boolean });
      expect(await codeOf(wallet.signedRetry(execute))).toBe('CANCELLED');
      expect(service.requests).toHaveLength(1);
    }
  });

  it('signs at most twice, as a delegated key requires', async () => {
    const two = scripted(question('{"a":1}', 'Request:1'), question('{"a":2}', 'Request:2'), { status: 201, body: {} });
    const { wallet } = await scriptedWallet(two);
    await wallet.signedRetry(execute);
    expect(two.requests.map(({ headers }) => headers['Request-Id'])).toEqual([undefined, 'Request:1', 'Request:2']);
    const endless = scripted(question('1'), question('2'), question('3'));
    expect(await codeOf((await scriptedWallet(endless)).wallet.signedRetry(execute))).toBe('UNREADABLE');
  });

  it('uses the configured prefix of the header', async () => {
    const service = scripted(question(payload), done);
    const { wallet } = await scriptedWallet(service, { headerPrefix: 'Acme' });
    await wallet.signedRetry(execute);
    expect(service.requests[1]?.headers).toHaveProperty('Acme-Wallet-Signature');
  });
});

describe('while the service is processing', () => {
  it('repeats the same request until there is a result, in both legs', async () => {
    const service = scripted(processing, question(payload), processing, processing, done);
    const { wallet } = await scriptedWallet(service);
    expect((await wallet.signedRetry(execute)).body).toEqual(done.body);
    const [first, again, signed, ...rest] = service.requests;
    expect(again).toEqual(first);
    expect(rest).toEqual([signed, signed]);
  });

  it('stops after the maximum number of requests', async () => {
    const service = scripted(processing, processing, processing);
    const { wallet } = await scriptedWallet(service, { polling: { firstDelayMs: 1, maxRequests: 3 } });
    expect(await codeOf(wallet.signedRetry(execute))).toBe('STILL_PROCESSING');
    expect(service.requests).toHaveLength(3);
  });

  it('can be aborted', async () => {
    const service = scripted(processing, processing);
    const { wallet } = await scriptedWallet(service, { polling: { firstDelayMs: 60_000 } });
    const controller = new AbortController();
    const call = wallet.signedRetry({ ...execute, signal: controller.signal });
    setTimeout(() => controller.abort(), 10);
    expect(await codeOf(call)).toBe('CANCELLED');
  });

  it('treats a quote in status PROCESSING as a result and does not execute it again', async () => {
    const service = scripted(done);
    expect((await (await scriptedWallet(service)).wallet.signedRetry(execute)).body).toEqual(done.body);
  });
});

describe('without a response', () => {
  it('sends the signed request again, which cannot perform it twice', async () => {
    const service = scripted(question(payload), new TypeError('failed to fetch'), { status: 502 }, done);
    const { wallet } = await scriptedWallet(service);
    expect((await wallet.signedRetry(execute)).body).toEqual(done.body);
    expect(service.requests[3]).toEqual(service.requests[1]);
  });

  it('reports an unknown outcome if the first attempt had arrived', async () => {
    const used = rejection(401, 'UNAUTHORIZED', 'The requestId was used already');
    const service = scripted(question(payload), new TypeError('failed to fetch'), used);
    expect(await codeOf((await scriptedWallet(service)).wallet.signedRetry(execute))).toBe('NETWORK');
  });

  it('stops after three attempts, and sends an unsigned request once', async () => {
    const lost = new TypeError('failed to fetch');
    const signed = scripted(question(payload), lost, lost, lost);
    expect(await codeOf((await scriptedWallet(signed)).wallet.signedRetry(execute))).toBe('NETWORK');
    expect(await codeOf((await scriptedWallet(scripted(lost))).wallet.signedRetry(execute))).toBe('NETWORK');
  });
});

describe('a rejection', () => {
  it('contains the error of the service', async () => {
    const limited = { ...rejection(429, 'RATE_LIMITED', 'Too many'), headers: { 'Retry-After': '7' } };
    const { wallet } = await scriptedWallet(scripted(limited));
    const error = await wallet.signedRetry(execute).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(WalletError);
    expect(error).toMatchObject({
      code: 'REJECTED',
      message: 'Too many',
      rejection: { status: 429, code: 'RATE_LIMITED', reason: 'Too many', hint: 'Try again.', retryAfterSeconds: 7 },
    });
  });

  it('is also reported for a response that is not of the service', async () => {
    const transport = async () => ({ status: 404, headers: new Headers(), body: '<html>' });
    const { wallet } = await scriptedWallet({ transport, requests: [] });
    expect(await wallet.signedRetry(execute).catch(({ rejection }) => rejection.code)).toBe('HTTP_404');
    const page = async () => ({ status: 200, headers: new Headers(), body: '<html>' });
    expect(await codeOf((await scriptedWallet({ transport: page, requests: [] })).wallet.credentials())).toBe(
      'UNREADABLE',
    );
  });
});

describe('a session', () => {
  it('is required for a signature', async () => {
    const { wallet } = await scriptedWallet(scripted(question(payload)), { sessionMs: null });
    expect(await wallet.session()).toBeUndefined();
    expect(await codeOf(wallet.signedRetry(execute))).toBe('NO_SESSION');
    expect(await codeOf(wallet.refresh())).toBe('NO_SESSION');
    await wallet.logout();
  });

  it('that has expired is detected without a request', async () => {
    const service = scripted(question(payload));
    const { wallet } = await scriptedWallet(service, { sessionMs: -1 });
    expect(await wallet.session()).toBeUndefined();
    expect(await codeOf(wallet.signedRetry(execute))).toBe('SESSION_EXPIRED');
    expect(await codeOf(wallet.sign(payload))).toBe('NO_SESSION');
  });

  it('that was ended elsewhere is distinguished from a rejected signature', async () => {
    const invalid = rejection(401, 'WALLET_SIGNATURE_INVALID', 'no active session');
    const ended = await scriptedWallet(scripted(question(payload), invalid, sessions('Session:other')));
    expect(await codeOf(ended.wallet.signedRetry(execute))).toBe('SESSION_EXPIRED');
    expect(await ended.wallet.session()).toBeUndefined();
    const rejected = await scriptedWallet(scripted(question(payload), invalid, sessions(SESSION)));
    expect(await codeOf(rejected.wallet.signedRetry(execute))).toBe('REJECTED');
    expect(await rejected.wallet.session()).toMatchObject({ id: SESSION });
  });

  it.each([401, 403, 404])('that was ended elsewhere is detected by a refresh and a logout: %d', async (status) => {
    const gone = rejection(status, 'GONE');
    const refreshing = await scriptedWallet(scripted(gone, sessions()));
    expect(await codeOf(refreshing.wallet.refresh())).toBe('SESSION_EXPIRED');
    const leaving = await scriptedWallet(scripted(gone, sessions()));
    await leaving.wallet.logout();
    expect(await leaving.wallet.session()).toBeUndefined();
  });

  it('has the lifetime that the service sets, independent of the clock of the device', async () => {
    const refreshed = (request: { body?: string }) => {
      const { clientPublicKey } = JSON.parse(request.body ?? '{}');
      return question({
        type: 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2',
        parameters: { targetPublicKey: clientPublicKey },
      });
    };
    const { wallet, key } = await scriptedWallet(scripted(refreshed, sessionResponse({ id: 'Session:new' })));
    const session = await wallet.refresh();
    expect(session).toMatchObject({ id: 'Session:new', accountId: ACCOUNT, expiresAt: '2030-01-01T00:15:00.000Z' });
    expect(session.publicKey).not.toBe(key.compressed);
    expect(session.remainingMs).toBeGreaterThan(14 * 60_000);
    expect(session.remainingMs).toBeLessThanOrEqual(15 * 60_000);
  });

  it('is deleted at logout even if the service does not answer', async () => {
    const { wallet } = await scriptedWallet(scripted(new TypeError('failed to fetch')));
    expect(await codeOf(wallet.logout())).toBe('NETWORK');
    expect(await wallet.session()).toBeUndefined();
  });
});

describe('an intermediate server that requests the signature of another operation', () => {
  const steal = question(payload);
  const otherKey = question({
    type: 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2',
    parameters: { targetPublicKey: '02'.repeat(33) },
  });

  it.each([
    ['a payment in place of a refresh', 'refresh', steal],
    ['a refresh for a key of its own', 'refresh', otherKey],
    ['a payment in place of a logout', 'logout', steal],
    ['a payment in place of an export', 'exportWallet', steal],
  ] as const)('gets none: %s', async (_, method, asked) => {
    const service = scripted(asked);
    const { wallet } = await scriptedWallet(service);
    expect(await codeOf(wallet[method]())).toBe('UNTRUSTED');
    expect(service.requests).toHaveLength(1);
  });
});
