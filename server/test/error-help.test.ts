import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { errorHelp } from '../src/engine/docs/error-help.ts';
import { type ErrorReason, errorReasons } from '../src/foundation/kernel/error-reasons.ts';
import { errorStatus } from '../src/foundation/kernel/errors.ts';
import { newId } from '../src/foundation/kernel/ids.ts';
import { TestApp } from './support/app.ts';
import type { Answer, Client } from './support/client.ts';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await TestApp.shared();
});
beforeEach(async () => {
  client = await app.newPlatform();
});
afterAll(() => app.stop());

const messagesOf = ({ body }: Answer): string[] =>
  body.details.errors.map(({ message }: { message: string }) => message);
const page = (path: string) => fetch(`${app.url}${path}`);

describe('the page of an error code', () => {
  it.each(Object.keys(errorStatus) as (keyof typeof errorStatus)[])('explains %s', async (code) => {
    const response = await page(`/docs/errors/${code}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const text = (await response.text()).replaceAll('&#39;', "'");
    const { meaning, causes, fix } = errorHelp[code];
    for (const sentence of [meaning, ...causes, fix]) {
      expect(sentence).toMatch(/^[A-Za-z].*[.]$/);
      expect(text).toContain(sentence);
    }
  });

  it('is where docUrl of every error points, with or without an operation', async () => {
    const rejected = [await client.get(`/tokens/${newId('Token')}`), await client.get('/nothing')];
    for (const { body } of rejected) {
      expect(body.details.docUrl).toBe(`${app.url}/docs/errors/${body.code}`);
      expect((await fetch(body.details.docUrl)).status).toBe(200);
    }
  });

  it('is in the list of all codes', async () => {
    const text = await (await page('/docs/errors')).text();
    for (const code of Object.keys(errorStatus)) expect(text).toContain(`href="/docs/errors/${code}"`);
  });
});

describe('a reason', () => {
  const reasons = Object.keys(errorReasons) as ErrorReason[];

  it.each(reasons)(
    '%s belongs to codes, and has a sentence on their pages and on that of all errors',
    async (reason) => {
      const { codes, meaning } = errorReasons[reason];
      expect(reason).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
      expect(meaning).toMatch(/^[A-Z].*[^.][.]$/);
      for (const code of codes) {
        expect(Object.keys(errorStatus)).toContain(code);
        expect((await (await page(`/docs/errors/${code}`)).text()).replaceAll('&#39;', "'")).toContain(meaning);
      }
      expect(await (await page('/docs/errors')).text()).toContain(reason);
    },
  );

  it('is listed only by operations that return one of its codes', () => {
    const always = ['UNAUTHORIZED', 'FORBIDDEN', 'WALLET_SIGNATURE_INVALID'];
    const unlisted = app.app.routes.flatMap(({ operationId, errors, reasons: own = {} }) =>
      Object.keys(own).flatMap((code) => ([...errors, ...always].includes(code) ? [] : [`${operationId} ${code}`])),
    );
    expect(unlisted).toEqual([]);
  });
});

test('an amount that is no integer is explained as smallest units', async () => {
  const account = newId('InternalAccount');
  const answer = await client.post(`/sandbox/internal-accounts/${account}/fund`, { amount: '25.50' });
  const rule = 'must be an integer in the smallest unit of the currency, like 2550 for 25.50 USD';
  expect(messagesOf(answer)).toEqual([`amount ${rule}.`]);
});

test('a misspelt value of an enumeration or a tag is answered with the nearest one', async () => {
  const account = newId('InternalAccount');
  const answer = await client.post('/quotes', {
    source: { sourceType: 'ACOUNT', accountId: account },
    destination: { destinationType: 'ACCOUNT', accountId: account },
    lockedCurrencySide: 'sendng',
    lockedCurrencyAmount: 100,
  });
  expect(messagesOf(answer)).toEqual([
    expect.stringContaining('(did you mean ACCOUNT?)'),
    expect.stringContaining('(did you mean SENDING?)'),
  ]);
});

test('a secret that is cut off is recognised by its length, whether the client id exists or not', async () => {
  for (const clientId of [client.clientId, 'unknown']) {
    const answer = await client.with({ clientId, clientSecret: client.clientSecret.slice(0, 40) }).get('/tokens');
    expect(answer.status).toBe(401);
    expect(answer.body.details.hint).toContain('has 40 characters; secrets of this service have 64');
  }
});

test('a method that is not allowed is answered with those that are', async () => {
  const answer = await client.request('PUT', '/customers', { body: {} });
  expect([answer.status, answer.body.details.hint]).toEqual([405, 'Use POST or GET.']);
});
