import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { suggestName } from '../src/engine/http/name-suggestion.ts';
import { prefersStrict } from '../src/engine/http/prefer-header.ts';
import { TestApp } from './support/app.ts';
import type { Answer, Client, RequestOptions } from './support/client.ts';
import { documentForm } from './support/documents.ts';
import { newPayer, quoteFor } from './support/payments.ts';

const STRICT = { prefer: 'handling=strict' };

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.shared();
});
afterAll(() => app.stop());

const ask = (method: string, path: string, options: RequestOptions = {}, client: Client = app.client) =>
  client.request(method, path, { ...options, headers: { ...options.headers, ...STRICT } });
const messagesOf = ({ body }: Answer): Record<string, string> =>
  Object.fromEntries(
    body.details.errors.map((error: { field: string; message: string }) => [error.field, error.message]),
  );

async function warningsOf(answer: Answer, client = app.client) {
  await app.app.requestLog.flush();
  return (await client.get(`/request-log/${answer.headers.get('x-request-id')}`)).body.warnings;
}

describe('Prefer', () => {
  it('confirms strict handling in the response', async () => {
    expect((await ask('GET', '/config')).headers.get('preference-applied')).toBe('handling=strict');
    expect((await app.client.get('/config')).headers.get('preference-applied')).toBeNull();
  });

  it.each([
    ['handling=strict', true],
    ['respond-async, Handling = "strict"; foo=1', true],
    ['handling=lenient, handling=strict', false],
    ['handling=lenient', false],
    ['strict', false],
  ])('parses %s', (header, isStrict) => expect(prefersStrict(header)).toBe(isStrict));
});

describe('a strict request', () => {
  it('rejects unknown members at every depth, and suggests the intended name', async () => {
    const body = {
      embeddedWalletConfig: { app_name: 'x', colour: 'red' },
      supportedCurrencys: [],
      feeConfigs: [
        {
          feeType: 'CROSS_CURRENCY_TRANSACTION',
          sourceCurrency: 'USD',
          variableFeeBps: 1,
          fixedFee: { amount: 1, currency: 'USD', ammount: 1 },
        },
      ],
    };
    const answer = await ask('PATCH', '/config', { body });
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_INPUT']);
    expect(messagesOf(answer)).toEqual({
      'embeddedWalletConfig.app_name':
        'embeddedWalletConfig.app_name is not a member of this request; did you mean appName?',
      'embeddedWalletConfig.colour': 'embeddedWalletConfig.colour is not a member of this request.',
      supportedCurrencys: 'supportedCurrencys is not a member of this request; did you mean supportedCurrencies?',
      'feeConfigs.0.fixedFee.ammount':
        'feeConfigs.0.fixedFee.ammount is not a member of this request; did you mean amount?',
    });
    expect((await app.client.patch('/config', body)).status).toBe(200);
  });

  it('rejects unknown query parameters, also for operations without any', async () => {
    const answer = await ask('GET', '/tokens?limt=5&sort=x');
    expect([answer.status, messagesOf(answer)]).toEqual([
      400,
      {
        limt: 'limt is not a query parameter of this operation; did you mean limit?',
        sort: 'sort is not a query parameter of this operation.',
      },
    ]);
    expect((await ask('GET', '/config?verbose=1')).status).toBe(400);
    expect((await ask('GET', '/tokens?limit=5')).status).toBe(200);
    expect((await app.client.get('/tokens?limt=5')).status).toBe(200);
  });

  it('reports unknown members together with other errors', async () => {
    const answer = await ask('POST', '/tokens?x=1', { body: { nam: 'x', permissions: 'VIEW' } });
    expect(Object.keys(messagesOf(answer)).sort()).toEqual(['nam', 'name', 'permissions', 'x']);
  });

  it('rejects unknown members of forms, and of bodies for operations without one', async () => {
    const form = documentForm({ documentHolder: 'x' });
    form.set('documentTyp', 'PASSPORT');
    expect(messagesOf(await ask('POST', '/documents', { body: form }))['documentTyp']).toMatch(/documentType\?$/);
    const path = '/webhooks/keys/rotate';
    const unasked = await ask('POST', path, { body: { algorithm: 'x' } });
    expect([unasked.status, Object.keys(messagesOf(unasked))]).toEqual([400, ['algorithm']]);
    expect((await ask('POST', path, { body: {} })).status).toBeLessThan(300);
  });

  it('accepts any member of an open map', async () => {
    const payer = await newPayer(app.client);
    const body = { ...quoteFor(payer, payer.accountId), senderCustomerInfo: { ANYTHING: { at: ['all'] } }, memo: 1 };
    const answer = await ask('POST', '/quotes', { body });
    expect(Object.keys(messagesOf(answer))).toEqual(['memo']);
  });

  it('works in production too: without the header unknown members are ignored', async () => {
    const live = await app.newPlatform('PRODUCTION');
    const body = { name: 'x', permissions: ['VIEW'], colour: 'red' };
    expect((await live.post('/tokens', body)).status).toBe(201);
    expect((await ask('POST', '/tokens', { body }, live)).status).toBe(400);
  });

  it('reports at most a hundred errors', async () => {
    const body = Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`n${i}`, i]));
    const answer = await ask('PATCH', '/config', { body });
    expect(answer.body.details.errors).toHaveLength(100);
  });
});

describe('a lenient request', () => {
  it('is logged with the warnings of strict handling', async () => {
    const answer = await app.client.post('/tokens?dry=1', { name: 'x', permissions: ['VIEW'], permission: 1 });
    expect(answer.status).toBe(201);
    expect(await warningsOf(answer)).toEqual([
      { field: 'dry', message: 'dry is not a query parameter of this operation.' },
      { field: 'permission', message: 'permission is not a member of this request; did you mean permissions?' },
    ]);
    const { body } = await app.client.get('/request-log?limit=5');
    expect(body.data.filter(({ warnings }: { warnings?: object[] }) => warnings?.length === 2)).toHaveLength(1);
    expect(await warningsOf(await app.client.get('/tokens'))).toBeUndefined();
  });

  it('is logged with its warnings if it is rejected, and with at most twenty', async () => {
    const rejected = await app.client.post('/tokens', { nam: 'x', permissions: ['VIEW'] });
    expect(rejected.status).toBe(400);
    expect(await warningsOf(rejected)).toEqual([
      { field: 'nam', message: 'nam is not a member of this request; did you mean name?' },
    ]);
    const many = Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`n${i}`, i]));
    expect(await warningsOf(await app.client.patch('/config', many))).toHaveLength(20);
  });
});

describe('the suggested name', () => {
  it.each([
    ['custmerId', 'customerId'],
    ['customer_id', 'customerId'],
    ['CUSTOMERID', 'customerId'],
    ['amout', 'amount'],
    ['id', undefined],
    ['colour', undefined],
    ['x'.repeat(65), undefined],
  ])('for %s is %s', (name, meant) => expect(suggestName(name, ['customerId', 'amount', 'currency'])).toBe(meant));
});
