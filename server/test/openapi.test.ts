import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import { exceptions } from '../src/engine/http/method-names.ts';
import type { Route } from '../src/engine/http/route.ts';
import { urlOf } from '../src/engine/http/route-url.ts';
import { eventResources } from '../src/engine/webhooks/events.ts';
import { BASE_PATH, VERSION } from '../src/foundation/config.ts';
import { errorStatus } from '../src/foundation/kernel/errors.ts';
import { idPattern, idTypes } from '../src/foundation/kernel/ids.ts';
import { TestApp } from './support/app.ts';

type Json = Record<string, any>;

let app: TestApp;
let document: Json;
beforeAll(async () => {
  app = await TestApp.shared();
  document = (await (await fetch(`${app.url}/openapi.json`)).json()) as Json;
});

const operationOf = (route: Route): Json => document['paths'][urlOf(BASE_PATH, route)][route.method.toLowerCase()];

const followed = ({ $ref, ...inline }: Json): Json =>
  $ref ? document['components'].responses[$ref.split('/').at(-1)] : inline;

/** Documentation of operations without API token authentication. */
const otherAccess: Record<string, [schemes: object[], note: RegExp]> = {
  OPERATOR: [[{ OperatorAuth: [] }], /operators/],
  AGENT: [[{ AgentAuth: [] }], /For agents/],
  PUBLIC: [[], /no credentials/],
};

/** Every object inside of a value, with its path. */
function* nodes(value: unknown, path: string[] = []): Generator<{ path: string[]; node: Json }> {
  if (typeof value !== 'object' || value === null) return;
  yield { path, node: value as Json };
  for (const [name, item] of Object.entries(value)) yield* nodes(item, [...path, name]);
}

const nameIn = (reference: string): string => reference.split('/').at(-1) ?? '';

describe('/openapi.json', () => {
  it('is valid OpenAPI 3.1', async () => {
    expect(document['openapi']).toBe('3.1.0');
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(document['info'].version).toBe(VERSION);
    expect(document['servers']).toEqual([{ url: app.url }]);
  });

  it('lists the rails of the contract, and every account type of payment instructions', () => {
    const { PaymentRail, PaymentAccountType, PaymentInstructions } = document['components'].schemas;
    const rails =
      'ACH ACH_COLOMBIA ACH_SAME_DAY BANK_TRANSFER BRE_B CIPS FAST FASTER_PAYMENTS FEDNOW INSTAPAY MOBILE_MONEY NEFT PAYNOW PESONET ' +
      'PIX RTGS RTP SEPA SEPA_INSTANT SPEI SWIFT UNIONPAY UPI WIRE';
    expect(PaymentRail.enum).toEqual(rails.split(' '));
    const variants = PaymentInstructions.properties.accountOrWalletInfo.oneOf.map(
      ({ $ref }: Json) => document['components'].schemas[$ref.split('/').at(-1)].properties.accountType.const,
    );
    expect(PaymentAccountType.enum.toSorted()).toEqual(variants.toSorted());
    expect(PaymentAccountType.enum).toEqual(expect.arrayContaining(['KES_ACCOUNT', 'EMBEDDED_WALLET', 'BITCOIN_L1']));
  });

  it('has no dangling references and no unused schemas', () => {
    const references = [...nodes(document)].flatMap(({ node }) =>
      typeof node['$ref'] === 'string' ? [node['$ref']] : [],
    );
    const { securitySchemes: _, ...components } = document['components'];
    const held = Object.entries<Json>(components).flatMap(([kind, named]) =>
      Object.keys(named).map((name) => `#/components/${kind}/${name}`),
    );
    expect([...new Set(references)].toSorted()).toEqual(held.toSorted());
    for (const name of held) expect(name).toMatch(/\/[A-Z][A-Za-z0-9]{0,59}$/);
    expect([...nodes(document)].filter(({ node }) => '$id' in node)).toEqual([]);
  });

  it('has exactly the operations of the service, with unique names', () => {
    const documented = Object.entries<Json>(document['paths']).flatMap(([url, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${method.toUpperCase()} ${url} ${operationId}`),
    );
    const served = app.app.routes.map((route) => `${route.method} ${urlOf(BASE_PATH, route)} ${route.operationId}`);
    expect(documented.toSorted()).toEqual(served.toSorted());
    expect(new Set(app.app.routes.map(({ operationId }) => operationId)).size).toBe(app.app.routes.length);
    const tags = document['tags'].map(({ name }: { name: string }) => name);
    for (const route of app.app.routes) expect(tags).toContain(route.tag);
  });

  it('names a contact, and describes every tag', () => {
    expect(document['info'].contact).toEqual({ name: expect.any(String), url: app.url });
    for (const { name, description } of document['tags'])
      expect([name, description]).toEqual([name, expect.any(String)]);
  });

  it('has no default in a member, because generators would require the member', () => {
    const bodies = [...nodes(document)].filter(
      ({ path }) => path.at(-2) === 'properties' && !path.includes('examples'),
    );
    expect(bodies.length).toBeGreaterThan(1_000);
    expect(bodies.filter(({ node }) => 'default' in node).map(({ path }) => path.join('.'))).toEqual([]);
    const { dryRun } = document['components'].schemas.WebhookRedeliverRequest.properties;
    expect(dryRun.description).toContain('Default: `false`.');
  });

  it('has no value twice in an enumeration', () => {
    const enumerations = [...nodes(document)].filter(({ node }) => Array.isArray(node['enum']));
    const repeated = enumerations.filter(({ node }) => new Set(node['enum']).size < node['enum'].length);
    expect(repeated.map(({ path }) => path.join('.'))).toEqual([]);
  });

  it('names the schema of every body and of every answer', () => {
    for (const route of app.app.routes) {
      const { requestBody, responses } = operationOf(route);
      const answers = Object.keys(route.responses).map((status) => responses[status]);
      for (const { content = {} } of requestBody ? [requestBody, ...answers] : answers) {
        for (const { schema } of Object.values<Json>(content)) {
          if (schema.format !== 'binary')
            expect([route.operationId, schema.$ref]).toEqual([route.operationId, expect.any(String)]);
        }
      }
    }
  });

  it('documents the reasons of a code, and a reused key on every operation that takes one', () => {
    const reasonsOf = (route: Route, status: number): string[] => {
      const { schema } = followed(operationOf(route)['responses'][status]).content['application/json'];
      return schema.properties.details.properties.reason?.enum ?? [];
    };
    for (const route of app.app.routes.filter(({ idempotency = 'NONE' }) => idempotency !== 'NONE')) {
      expect([route.operationId, reasonsOf(route, 409)]).toEqual([
        route.operationId,
        expect.arrayContaining(['IDEMPOTENCY_KEY_REUSED']),
      ]);
    }
    const execute = app.app.routes.find(({ operationId }) => operationId === 'executeQuote') as Route;
    expect(reasonsOf(execute, 409)).toEqual(expect.arrayContaining(['QUOTE_EXPIRED', 'ALREADY_EXECUTED']));
    const agent = app.app.routes.find(({ operationId }) => operationId === 'agentExecuteQuote') as Route;
    expect(reasonsOf(agent, 403)).toEqual(expect.arrayContaining(['AGENT_PAUSED', 'MONTHLY_LIMIT_EXCEEDED']));
  });

  it('describes countries by a pattern', () => {
    const { CountryCode, Address } = document['components'].schemas;
    expect(CountryCode.pattern).toBe('^[A-Z]{2}$');
    expect(Address.properties.country).toEqual({ $ref: '#/components/schemas/CountryCode' });
    expect(JSON.stringify(document)).not.toContain('iso-3166-1-alpha-2');
  });

  it('maps every value of a discriminator to the choice that has it', () => {
    const choices = [...nodes(document)].filter(({ node }) => 'discriminator' in node && 'oneOf' in node);
    expect(choices.length).toBeGreaterThan(100);
    for (const { path, node } of choices) {
      const { propertyName, mapping } = node['discriminator'];
      const values = node['oneOf'].flatMap(({ $ref }: Json) => {
        const { const: value, enum: several } = document['components'].schemas[nameIn($ref)].properties[propertyName];
        return (several ?? [value]).map((tag: string) => [tag, $ref]);
      });
      expect([path, mapping]).toEqual([path, Object.fromEntries(values)]);
      expect([path, values.length]).toEqual([path, Object.keys(mapping).length]);
    }
  });

  it('names every kind of id once, with its pattern and an example, and refers to it everywhere', () => {
    const patterns = new Set(idTypes.map(idPattern));
    // Left out: examples of responses, which may contain the schema of an event.
    const places = [...nodes(document)].filter(
      ({ path, node }) => patterns.has(node['pattern']) && !path.includes('examples'),
    );
    for (const { path, node } of places) {
      expect([path, node['examples']]).toEqual([path, [expect.any(String)]]);
      const type = node['examples'][0].split(':')[0];
      expect(path).toEqual(['components', 'schemas', `${type}Id`]);
      expect(node['examples'][0]).toMatch(new RegExp(node['pattern']));
    }
    expect(document['components'].schemas.AccountId.anyOf).toEqual([
      { $ref: '#/components/schemas/InternalAccountId' },
      { $ref: '#/components/schemas/ExternalAccountId' },
    ]);
    expect(document['components'].schemas.AccountQuoteSource.properties.customerId).toEqual({
      $ref: '#/components/schemas/CustomerId',
      description: expect.any(String),
    });
  });

  it('gives every operation a method name that no other has and that is no namespace', () => {
    const byName = new Map(app.app.routes.map((route) => [operationOf(route)['x-causeway-method'], route]));
    expect(byName.size).toBe(app.app.routes.length);
    for (const name of byName.keys()) {
      expect(name).toMatch(/^[a-z][A-Za-z]*(\.[a-z][A-Za-z]*)+$/);
      expect([...byName.keys()].filter((other) => other.startsWith(`${name}.`))).toEqual([]);
    }
    const operationIds = app.app.routes.map(({ operationId }) => operationId);
    expect(operationIds).toEqual(expect.arrayContaining(Object.keys(exceptions)));
    const examples = {
      createQuote: 'quotes.create',
      listTransactions: 'transactions.list',
      getPlatformConfig: 'config.get',
      advanceSandboxClock: 'sandbox.clock.advance',
      updateAgentPolicy: 'agents.policy.update',
      agentExecuteQuote: 'agent.quotes.execute',
      sandboxSimulateCardReturnReversal: 'sandbox.cards.simulateReturnReversal',
      operatorRequestChanges: 'operator.reviews.requestChanges',
      estimateCryptoWithdrawalFee: 'crypto.estimateWithdrawalFee',
      confirmCustomerPhoneVerification: 'customers.confirmPhone',
    };
    const names = Object.fromEntries([...byName].map(([name, { operationId }]) => [operationId, name]));
    expect(names).toMatchObject(examples);
  });

  it('documents every answer and error that an operation declares, with their codes', () => {
    for (const route of app.app.routes) {
      const { responses } = operationOf(route);
      for (const status of Object.keys(route.responses)) expect(responses).toHaveProperty(status);
      const everywhere = ['METHOD_NOT_ALLOWED', 'RATE_LIMITED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'] as const;
      const identified = route.access === 'PUBLIC' ? [] : (['UNAUTHORIZED'] as const);
      for (const code of [...route.errors, ...everywhere, ...identified]) {
        const { schema } = followed(responses[errorStatus[code]]).content['application/json'];
        expect([route.operationId, schema.properties.code.enum]).toEqual([
          route.operationId,
          expect.arrayContaining([code]),
        ]);
        expect(schema.properties.status.const).toBe(errorStatus[code]);
      }
    }
  });

  it('documents authentication, path and query parameters, and idempotency keys', () => {
    for (const route of app.app.routes) {
      const { security, parameters, description } = operationOf(route);
      const [schemes, note] = otherAccess[route.access] ?? [[{ BasicAuth: [] }], /Requires /];
      expect(security).toEqual(schemes);
      expect(description).toMatch(note);
      const named = (place: string) =>
        parameters.filter((one: Json) => one['in'] === place).map(({ name }: { name: string }) => name);
      expect(named('path')).toEqual([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      expect(named('query')).toEqual(Object.keys(route.query?.properties ?? {}));
      const takesKey = (route.idempotency ?? 'NONE') !== 'NONE';
      const isSigned = route.isSigned ?? false;
      expect(named('header')).toEqual([
        ...(takesKey ? ['Idempotency-Key'] : []),
        ...(isSigned ? ['Service-Wallet-Signature', 'Request-Id'] : []),
        ...(route.operationId === 'openStream' ? ['Last-Event-ID'] : []),
        'Prefer',
      ]);
    }
  });

  it('requires path parameters, and no parameter with a default', () => {
    for (const route of app.app.routes) {
      for (const { in: place, name, required, schema } of operationOf(route)['parameters']) {
        if (place === 'path') expect([route.operationId, name, required]).toEqual([route.operationId, name, true]);
        if ('default' in schema) expect([route.operationId, name, required]).toEqual([route.operationId, name, false]);
      }
    }
  });

  it('describes every webhook', () => {
    expect(Object.keys(document['webhooks']).toSorted()).toEqual(Object.keys(eventResources).toSorted());
    for (const [type, { post }] of Object.entries<Json>(document['webhooks'])) {
      const { schema } = post.requestBody.content['application/json'];
      expect(schema.properties.type.const).toBe(type);
      expect(schema.required).toEqual(['id', 'type', 'timestamp', 'sequence', 'data']);
      expect(document['components'].schemas).toHaveProperty(schema.properties.data.$ref.split('/').at(-1));
      expect(post.parameters.map(({ name }: { name: string }) => name)).toEqual([
        'webhook-id',
        'webhook-timestamp',
        'webhook-signature',
        'X-Service-Signature',
      ]);
      expect(post.security).toEqual([]);
      expect(post.operationId).toMatch(/^on[A-Z][A-Za-z]+$/);
    }
  });

  it('describes the possible answers to a payment approval request', () => {
    const { responses } = document['webhooks']['INCOMING_PAYMENT.PENDING'].post;
    const named = Object.entries<Json>(responses).flatMap(([status, { content }]) =>
      content ? [[status, content['application/json'].schema.$ref.split('/').at(-1)]] : [],
    );
    expect(named).toEqual([
      ['200', 'IncomingPaymentWebhookResponse'],
      ['403', 'IncomingPaymentWebhookForbiddenResponse'],
      ['422', 'IncomingPaymentWebhookUnprocessableResponse'],
    ]);
    const members = named.map(([, name]) => Object.keys(document['components'].schemas[name].properties));
    expect(members).toEqual([
      ['receiverCustomerInfo'],
      ['code', 'message', 'details', 'reason'],
      ['code', 'message', 'details', 'requiredFields'],
    ]);
  });
});

describe('the contract check of every answer', () => {
  const headers = new Headers({
    'x-request-id': '01890000-0000-7000-8000-000000000000',
    'content-type': 'application/json; charset=utf-8',
  });
  const check =
    (status: number, body: object, path = '/config') =>
    () =>
      app.contract.check({
        method: 'GET',
        path: `${BASE_PATH}${path}`,
        status,
        headers,
        text: JSON.stringify(body),
      });

  it('finds missing, invalid and undocumented members, and undocumented statuses and codes', async () => {
    const { body } = await app.client.get('/config');
    expect(check(200, body)).not.toThrow();
    expect(check(200, { ...body, id: undefined })).toThrow('id');
    expect(check(200, { ...body, createdAt: 'yesterday' })).toThrow('createdAt');
    expect(check(200, { ...body, undocumented: 1 })).toThrow('undocumented');
    expect(check(200, { ...body, embeddedWalletConfig: { colour: 'red' } })).toThrow('colour');
    expect(check(201, body)).toThrow('not documented');
    expect(check(200, {}, '/nothing')).toThrow('no such operation');
    const rejection = { status: 403, code: 'FORBIDDEN', message: 'No.', details: { anything: 1 } };
    expect(check(403, rejection)).not.toThrow();
    expect(check(403, { ...rejection, status: 400 })).toThrow('status 400');
    expect(check(403, { ...rejection, code: 'CONFLICT' })).toThrow('code');
    expect(check(404, { ...rejection, status: 404, code: 'TOKEN_NOT_FOUND' })).toThrow('not documented');
    expect(check(409, { ...rejection, status: 409, code: 'CONFLICT' })).toThrow('not documented');
    expect(check(403, { ...rejection, details: { reason: 'TOKEN_PERMISSION_MISSING' } })).not.toThrow();
    expect(check(403, { ...rejection, details: { reason: 'AGENT_PAUSED' } })).toThrow('AGENT_PAUSED');
  });
});
