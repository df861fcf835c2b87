import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Attempt, type Client, type ClientOptions, createClient } from '../src/index.ts';

interface Sent {
  url: string;
  init: RequestInit;
}

type Step = Response | Error | ((init: RequestInit) => Promise<Response>);

/** A client whose requests get these responses one after the other. */
function scripted(
  steps: Step[],
  options: Partial<ClientOptions> = {},
): { cw: Client; sent: Sent[]; attempts: Attempt[] } {
  const sent: Sent[] = [];
  const attempts: Attempt[] = [];
  const fetch = async (url: string | URL | Request, init: RequestInit = {}) => {
    sent.push({ url: String(url), init });
    const step = steps.shift();
    if (step === undefined) throw new Error('the script has ended');
    if (step instanceof Error) throw step;
    return step instanceof Response ? step : step(init);
  };
  const cw = createClient({
    ...{ baseUrl: 'https://pay.example', clientId: 'id', clientSecret: 'sécret', fetch },
    onRequest: (attempt) => attempts.push(attempt),
    ...options,
  });
  return { cw, sent, attempts };
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const rejected = (status: number, code: string, headers?: Record<string, string>) =>
  json(status, { status, code, message: code }, headers);
const lost = () => new TypeError('fetch failed');
const unanswered = (init: RequestInit) =>
  new Promise<Response>((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
const token = { name: 'x', permissions: ['VIEW' as const] };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const STEP_MS = 100;
const MAX_STEPS = 10_000;

/**
 * Result of a call, with fake timers in place of its pauses. Time advances in small steps, because a server in the
 * process of the test may have recurring timers.
 */
async function settled<T>(call: Promise<T>): Promise<T | Error> {
  let isSettled = false;
  const result = call.catch((error: Error) => error).finally(() => (isSettled = true));
  for (let i = 0; i < MAX_STEPS && !isSettled; i++) await vi.advanceTimersByTimeAsync(STEP_MS);
  return result;
}

describe('a failed attempt', () => {
  it('is repeated with the same key and the same bytes, and growing pauses', async () => {
    const { cw, sent, attempts } = scripted([
      lost(),
      rejected(503, 'SERVICE_UNAVAILABLE'),
      json(201, { id: 'Token:1' }),
    ]);
    expect(await settled(cw.tokens.create(token).withResponse())).toMatchObject({
      status: 201,
      value: { id: 'Token:1' },
    });
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ init }) => init.body)).size).toBe(1);
    expect(new Set(sent.map(({ init }) => new Headers(init.headers).get('idempotency-key'))).size).toBe(1);
    expect(attempts.map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, undefined],
      [2, 503],
      [3, 201],
    ]);
  });

  it.each([
    ['GET', 502, 'retried', (cw: Client) => cw.config.get()],
    ['GET', 504, 'retried', (cw: Client) => cw.config.get()],
    ['a POST without a key', 503, 'final', (cw: Client) => cw.sandbox.clock.advance({ seconds: 1 })],
    ['a POST without a key', 429, 'retried', (cw: Client) => cw.sandbox.clock.advance({ seconds: 1 })],
    ['PATCH', 503, 'final', (cw: Client) => cw.config.update({})],
    ['a POST with a key', 500, 'final', (cw: Client) => cw.tokens.create(token)],
    ['a POST with a key', 409, 'final', (cw: Client) => cw.tokens.create(token)],
  ])('of %s with %i is %s', async (_, status, outcome, call) => {
    const { cw, sent } = scripted([rejected(status, 'CODE'), json(200, {})]);
    const result = await settled<unknown>(call(cw));
    expect(sent).toHaveLength(outcome === 'retried' ? 2 : 1);
    expect(result instanceof Error).toBe(outcome === 'final');
  });

  it('waits as long as Retry-After says, and leaves long waits to the caller', async () => {
    const { cw, sent } = scripted([rejected(429, 'RATE_LIMITED', { 'retry-after': '7' }), json(200, {})]);
    const call = cw.config.get().then(() => {});
    await vi.advanceTimersByTimeAsync(6_999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(2);
    await call;
    const locked = scripted([rejected(429, 'RATE_LIMITED', { 'retry-after': '900' })]);
    expect(await settled(locked.cw.config.get())).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 900 });
  });

  it('is final after maxRetries', async () => {
    const { cw, sent } = scripted([lost(), lost(), lost(), lost(), lost()]);
    expect(await settled(cw.config.get())).toMatchObject({ code: 'NO_RESPONSE', status: undefined });
    expect(sent).toHaveLength(4);
    const once = scripted([lost(), lost()], { maxRetries: 0 });
    await settled(once.cw.config.get());
    expect(once.sent).toHaveLength(1);
  });

  it('of a removal may have removed it: the repetition that finds nothing is a success', async () => {
    const { cw } = scripted([lost(), rejected(404, 'REFERENCE_NOT_FOUND')]);
    expect(await settled(cw.tokens.delete('Token:1').withResponse())).toMatchObject({ status: 204, isReplayed: true });
    const unknown = scripted([rejected(404, 'REFERENCE_NOT_FOUND')]);
    expect(await settled(unknown.cw.tokens.delete('Token:1'))).toMatchObject({ code: 'REFERENCE_NOT_FOUND' });
  });

  it('of a signed request reports the lost response, not the challenge that it has used', async () => {
    const challenge = { payloadToSign: '{}', requestId: 'Request:1', expiresAt: '2026-01-01T00:00:00Z' };
    const { cw, sent } = scripted([json(202, challenge), lost(), rejected(401, 'UNAUTHORIZED')]);
    const first = await settled(cw.auth.sessions.delete('Session:1'));
    if (first instanceof Error || first.kind !== 'challenge') throw new Error('no challenge');
    expect(await settled(first.retry('stamp'))).toMatchObject({ code: 'NO_RESPONSE' });
    const headers = sent.slice(1).map(({ init }) => new Headers(init.headers));
    expect(headers.map((one) => [one.get('request-id'), one.get('service-wallet-signature')])).toEqual([
      ['Request:1', 'stamp'],
      ['Request:1', 'stamp'],
    ]);
  });
});

describe('time limits', () => {
  it('end an attempt, and the request after the last one', async () => {
    const { cw, sent } = scripted([unanswered, unanswered], { maxRetries: 1 });
    expect(await settled(cw.config.get({ timeoutMs: 500 }))).toMatchObject({ code: 'TIMED_OUT' });
    expect(sent).toHaveLength(2);
  });

  it('a signal ends an attempt or a pause with its reason, also as a result', async () => {
    const reason = new Error('the user has left');
    const controller = new AbortController();
    const waiting = scripted([unanswered]).cw.config.get({ signal: controller.signal }).asResult();
    const ended = expect(waiting).rejects.toBe(reason);
    controller.abort(reason);
    await ended;
    const second = new AbortController();
    const { cw, sent } = scripted([lost(), json(200, {})]);
    const pausing = expect(cw.config.get({ signal: second.signal }).withResponse()).rejects.toBe(reason);
    await vi.advanceTimersByTimeAsync(10);
    second.abort(reason);
    await pausing;
    expect(sent).toHaveLength(1);
    const before = scripted([]);
    await expect(before.cw.config.get({ signal: AbortSignal.abort(reason) }).withResponse()).rejects.toBe(reason);
    expect(before.sent).toEqual([]);
  });
});

describe('the client', () => {
  it('sends the credentials, follows no redirect, and asks only sandboxes for strict handling', async () => {
    const prefer = async (options: Partial<ClientOptions>) => {
      const { cw, sent } = scripted([json(200, {})], options);
      await settled(cw.config.get());
      return new Headers(sent[0]?.init.headers).get('prefer');
    };
    for (const baseUrl of [
      'http://localhost:3000',
      'http://127.0.0.1',
      'http://[::1]:1',
      'https://sandbox.pay.example',
    ])
      expect(await prefer({ baseUrl })).toBe('handling=strict');
    expect(await prefer({ baseUrl: 'https://pay.example' })).toBeNull();
    expect(await prefer({ baseUrl: 'https://pay.example', strict: true })).toBe('handling=strict');
    expect(await prefer({ baseUrl: 'http://localhost', strict: false })).toBeNull();
    const { cw, sent } = scripted([json(200, {}), json(200, {})]);
    await settled(cw.config.get());
    expect(sent[0]?.url).toBe('https://pay.example/api/2025-10-13/config');
    expect(sent[0]?.init.redirect).toBe('manual');
    const [, basic = ''] = new Headers(sent[0]?.init.headers).get('authorization')?.split(' ') ?? [];
    expect(Buffer.from(basic, 'base64').toString()).toBe('id:sécret');
    const own = scripted([json(200, {})], { baseUrl: 'https://pay.example/own/path/' });
    await settled(own.cw.config.get());
    expect(own.sent[0]?.url).toBe('https://pay.example/own/path/config');
  });

  it('reports responses that are not from the service', async () => {
    const page = () => new Response('<html>', { status: 403, headers: { 'content-type': 'text/html' } });
    expect(await settled(scripted([page()]).cw.config.get())).toMatchObject({ code: 'UNREADABLE', status: 403 });
    const login = new Response('<html>', { status: 200 });
    expect(await settled(scripted([login]).cw.config.get())).toMatchObject({ code: 'UNREADABLE', status: 200 });
    const moved = new Response(null, { status: 302, headers: { location: 'https://elsewhere.example' } });
    expect(await settled(scripted([moved]).cw.config.get())).toMatchObject({ code: 'UNREADABLE', status: 302 });
  });

  it('repeats a request that the service is still processing as it was', async () => {
    const { cw, sent } = scripted([json(200, { status: 'PROCESSING', message: 'soon' }), json(200, { id: 'Quote:1' })]);
    const first = await settled(cw.quotes.execute('Quote:1'));
    if (first instanceof Error || first.kind !== 'processing') throw new Error('not processing');
    expect(await settled(first.retry())).toEqual({ kind: 'done', value: { id: 'Quote:1' } });
    const [before, after] = sent.map(({ init }) => new Headers(init.headers).get('idempotency-key'));
    expect(after).toBe(before);
  });

  it('sends the same bytes of a form in every attempt', async () => {
    const { cw, sent } = scripted([lost(), json(202, { jobId: 'Job:1' })]);
    vi.useRealTimers();
    await cw.customers.bulk.uploadCsv({ file: new File(['a,b'], 'c.csv') });
    const [first, second] = sent.map(({ init }) => Buffer.from(init.body as Uint8Array).toString());
    expect(first).toContain('filename="c.csv"');
    expect(second).toBe(first);
    expect(sent[1]?.init.headers).toEqual(sent[0]?.init.headers);
  });
});
