import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toBase64Url, toHex, utf8 } from '../../sdk/wallet/src/bytes.ts';
import { fromDer, sha256 } from '../../sdk/wallet/src/p256.ts';
import { fc } from '../../server/test/support/seed.ts';
import { decimalText, smallestUnits } from '../decimals.ts';
import { moneyText, problemOf } from '../playground/amounts.ts';
import { curlText } from '../playground/curl.ts';
import { hasWords, nameOf, wordsIn } from '../playground/customer-words.ts';
import { exampleCustomer } from '../playground/example.ts';
import { Legs } from '../playground/legs.ts';
import { decodeStamp } from '../playground/stamp.ts';
import {
  type Exchange,
  recordingTransport,
  rejection,
  request,
  sessionCredentials,
  tokenCredentials,
} from '../playground/wire.ts';

const ORIGIN = 'https://pay.example.com';
const usd = { code: 'USD', decimals: 2 };
const jpy = { code: 'JPY', decimals: 0 };
const usdb = { code: 'USDB', decimals: 6 };

beforeEach(() => {
  vi.stubGlobal('location', new URL(`${ORIGIN}/playground/`));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('an amount of the playground', () => {
  it('has all decimals of its currency, but no zeros after the second one', () => {
    expect(moneyText(1_250_000_000, usdb)).toBe('1,250.00 USDB');
    expect(moneyText(1_250_500_000, usdb)).toBe('1,250.50 USDB');
    expect(moneyText(1_250_123_400, usdb)).toBe('1,250.1234 USDB');
    expect(moneyText(1, usdb)).toBe('0.000001 USDB');
    expect(moneyText(2_500, usd)).toBe('25.00 USD');
    expect(moneyText(2_500, jpy)).toBe('2,500 JPY');
    expect(moneyText(100, { code: 'KWD', decimals: 3 })).toBe('0.10 KWD');
  });

  it.each([
    ['', usd, 'Enter an amount in USD, such as 25.50.'],
    ['', jpy, 'Enter an amount in JPY, such as 2,550.'],
    ['', usdb, 'Enter an amount in USDB, such as 25.50.'],
    ['-5', usd, 'The amount must be more than 0.'],
    ['−5', usd, 'The amount must be more than 0.'],
    ['0', usd, 'The amount must be more than 0.'],
    ['0.00', usd, 'The amount must be more than 0.'],
    ['25,5', usd, 'Write decimals after a point: 25.5.'],
    ['1,234.567', usd, 'USD has 2 decimals, this amount has 3.'],
    ['2.5', jpy, 'JPY has no decimals, this amount has 1.'],
    ['much', usd, 'This is no amount. Write digits and a point, such as 25.50.'],
    ['1,2345', usd, 'This is no amount. Write digits and a point, such as 25.50.'],
  ])('that is entered as %j in %j is rejected with its reason', (text, currency, problem) => {
    expect(problemOf(text, currency)).toBe(problem);
  });

  it('is accepted as it is shown, and has a problem exactly where it is no positive amount', () => {
    const decimals = fc.integer({ min: 0, max: 8 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_000_000_000_000_000 }), decimals, (units, places) => {
        expect(problemOf(decimalText(units, places), { code: 'XXX', decimals: places })).toBeUndefined();
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[\d.,−-]{0,12}$/), decimals, (text, places) => {
        const hasProblem = problemOf(text, { code: 'XXX', decimals: places }) !== undefined;
        expect(hasProblem).toBe(!smallestUnits(text, places));
      }),
    );
  });
});

describe('customers of the playground', () => {
  const ada = { id: 'Customer:1', fullName: 'Ada Lovelace', email: 'countess@example.com' };

  it('are found by every word of their name or email, in any order and case', () => {
    for (const text of ['', '  ', 'ada', 'LOVE', 'lovelace ada', 'ada countess@', 'example.com']) {
      expect([text, hasWords(ada, wordsIn(text))]).toEqual([text, true]);
    }
    for (const text of ['grace', 'ada grace', 'Customer:1']) {
      expect([text, hasWords(ada, wordsIn(text))]).toEqual([text, false]);
    }
  });

  it('are named after the person or the business, and else by their id', () => {
    expect(nameOf(ada)).toBe('Ada Lovelace');
    expect(nameOf({ id: 'Customer:2', legalName: 'ACME' })).toBe('ACME');
    expect(nameOf({ id: 'Customer:3' })).toBe('Customer:3');
  });

  it('of the examples have names that no other one has', () => {
    const taken = new Set<string>();
    for (let n = 0; n < 9; n++) {
      const { fullName, email } = exampleCustomer(taken);
      expect(taken.has(fullName)).toBe(false);
      expect(email).toMatch(/^[a-z]+\.[a-z]+(\.\d+)?@example\.com$/);
      taken.add(fullName);
    }
    expect([...taken].slice(0, 2)).toEqual(['Ada Lovelace', 'Grace Hopper']);
  });
});

const exchange = (changes: Partial<Exchange>): Exchange => ({
  method: 'POST',
  path: '/api/quotes/Quote:1/execute',
  requestHeaders: {},
  requestBody: '{"a":"é"}',
  status: 200,
  responseHeaders: {},
  responseBody: '',
  ...changes,
});

describe('a signed retry', () => {
  const challenge = exchange({
    status: 202,
    responseBody: JSON.stringify({ requestId: 'r-1', payloadToSign: 'the payload' }),
  });
  const signed = { 'Service-Wallet-Signature': 'the stamp', 'Request-Id': 'r-1' };

  it('is a challenge, then the same request with a stamp of its payload', () => {
    const legs = new Legs();
    expect(legs.add(challenge)).toEqual({
      leg: 'Leg 1: the service answers with the payload to sign',
      stamp: undefined,
      payload: undefined,
    });
    expect(legs.add(exchange({ requestHeaders: signed }))).toEqual({
      leg: 'Leg 2: the same request, the same 10 bytes of body, signed',
      stamp: 'the stamp',
      payload: 'the payload',
    });
  });

  it('is reported where the second request differs', () => {
    const legs = new Legs();
    legs.add(challenge);
    for (const changes of [{ method: 'PUT' }, { path: '/other' }, { requestBody: '{"a":"e"}' }]) {
      expect(legs.add(exchange({ requestHeaders: signed, ...changes })).leg).toBe('Leg 2: ANOTHER request, signed');
    }
  });

  it('is no other exchange', () => {
    const legs = new Legs();
    expect(legs.add(exchange({}))).toEqual({ leg: undefined, stamp: undefined, payload: undefined });
    expect(legs.add(exchange({ requestHeaders: signed })).leg).toBeUndefined();
    expect(legs.add(exchange({ status: 202, responseBody: '{"status":"PROCESSING"}' })).leg).toBeUndefined();
  });
});

describe('a decoded stamp', () => {
  /** A signature in DER with r = 1 and s = 2. */
  const signature = '3006020101020102';
  const stamp = toBase64Url(utf8(JSON.stringify({ publicKey: '04ff', scheme: 'P256', signature })));

  it('has its members, both numbers of the signature and the text that is signed', async () => {
    const r = `${'0'.repeat(63)}1`;
    const s = `${'0'.repeat(63)}2`;
    expect(toHex(fromDer(new Uint8Array([0x30, 6, 2, 1, 1, 2, 1, 2])))).toBe(r + s);
    const payload = 'the payload';
    expect((await decodeStamp(stamp, payload)).split('\n')).toEqual([
      ...['publicKey: 04ff', 'scheme: P256', `signature: ${signature}`, `r: ${r}`, `s: ${s}`],
      ...[`signed: ${payload}`, `SHA-256 of signed: ${toHex(await sha256(utf8(payload)))}`],
    ]);
  });

  it('leaves out the text where it is unknown', async () => {
    expect(await decodeStamp(stamp, undefined)).not.toContain('signed');
  });
});

describe('an exchange', () => {
  /** Responds to every request, and records the requests. */
  function serve(response: () => Response): [string, RequestInit | undefined][] {
    const requests: [string, RequestInit | undefined][] = [];
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      requests.push([input, init]);
      return response();
    });
    return requests;
  }

  it('is shown without the secret that it was sent with', async () => {
    const requests = serve(() => Response.json({ ok: true }, { headers: { 'x-request-id': 'r' } }));
    const shown: Exchange[] = [];
    const credentials = tokenCredentials('id', 'sécret');
    const transport = recordingTransport('/api', credentials, (one) => shown.push(one));
    expect(await request(transport, 'POST', '/customers', { a: 1 })).toEqual({ ok: true });
    const [[, init]] = requests as [[string, RequestInit]];
    const sent = new Headers(init.headers).get('authorization');
    expect(Buffer.from(sent?.slice('Basic '.length) ?? '', 'base64').toString()).toBe('id:sécret');
    expect(shown).toMatchObject([
      {
        method: 'POST',
        path: '/api/customers',
        requestHeaders: { Authorization: 'Basic base64(clientId:clientSecret)', 'Content-Type': 'application/json' },
        requestBody: '{"a":1}',
        status: 200,
        responseHeaders: { 'x-request-id': 'r' },
      },
    ]);
    expect(JSON.stringify(shown)).not.toContain(sent?.slice('Basic '.length));
    expect(credentials.credentials).toBe('omit');
  });

  it('of a session shows no half of its secret', async () => {
    serve(() => new Response(null, { status: 204 }));
    const shown: Exchange[] = [];
    const transport = recordingTransport('/api', sessionCredentials('half-of-it'), (one) => shown.push(one));
    expect(await request(transport, 'GET', '/config')).toEqual({});
    expect(JSON.stringify(shown)).not.toContain('half-of-it');
  });

  it('that is rejected fails with the words and the hint of the service', async () => {
    const body = { code: 'INVALID_INPUT', message: 'amount must be positive', details: { hint: 'Send more.' } };
    serve(() => Response.json(body, { status: 400 }));
    const transport = recordingTransport('/api', sessionCredentials('x'), () => {});
    await expect(request(transport, 'GET', '/config')).rejects.toMatchObject({
      message: 'amount must be positive',
      rejection: { status: 400, code: 'INVALID_INPUT', hint: 'Send more.' },
    });
    expect(rejection(502, {})).toMatchObject({ rejection: { status: 502, code: 'HTTP_502' } });
  });

  it('is copied as curl with quoted texts, and with credentials of the environment', () => {
    const text = curlText(
      exchange({
        path: "/api/customers?q=O'Brien",
        requestHeaders: { Authorization: 'shown', 'X-Console-Session': 'shown', 'X-Note': "it's" },
        requestBody: `{"name":"O'Brien"}`,
      }),
    );
    expect(text.split(' \\\n  ')).toEqual([
      `curl -u "$CAUSEWAY_CLIENT_ID:$CAUSEWAY_CLIENT_SECRET" -X POST '${ORIGIN}/api/customers?q=O'\\''Brien'`,
      "-H 'X-Note: it'\\''s'",
      `-d '{"name":"O'\\''Brien"}'`,
    ]);
  });
});
