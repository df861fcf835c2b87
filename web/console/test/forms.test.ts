import { describe, expect, it } from 'vitest';
import { fc } from '../../../server/test/support/seed.ts';
import { amountDecimals, currencyBeside, type Draft, draftOf, type Reading, requestValue } from '../src/forms/draft.ts';
import { fieldErrorsOf, memberPath } from '../src/forms/field-errors.ts';
import { withMagic } from '../src/forms/magic.ts';
import { exampleName, pathFor, requestOf } from '../src/forms/prepared-request.ts';
import { readDocument } from '../src/forms/read-document.ts';
import { kindOf, type Operation, type Schema, variantsOf } from '../src/forms/schema.ts';
import { requestOf as customerRequestOf, emptyDraft, memberOf } from '../src/pages/customers/customer-draft.ts';
import { openApi } from './support/document.ts';

const document = readDocument(openApi);
const operation = (id: string): Operation => {
  const found = document.operations.get(id);
  if (!found) throw new Error(`no operation ${id}`);
  return found;
};
const decimals: Readonly<Record<string, number>> = { JPY: 0, USD: 2, KWD: 3, BTC: 8 };
const reading: Reading = { resolve: document.resolve, decimalsOf: (code) => decimals[code] };
const payment = operation('createPayment').body?.schema ?? {};

/** Request for a draft of the payment, without the constant member. */
const paymentOf = (draft: Draft): object => {
  const { kind, ...request } = requestValue(payment, draft, reading) as Record<string, unknown>;
  expect(kind).toBe('PAYMENT');
  return request;
};

describe('the operations of a document', () => {
  it('are read with their method, path, parameters and body', () => {
    expect([...document.operations.keys()]).toEqual(['listPayments', 'createPayment', 'uploadDocument']);
    expect(operation('createPayment')).toMatchObject({
      clientMethod: 'payments.create',
      method: 'POST',
      path: '/api/customers/{customerId}/payments',
      tag: 'Payments',
      summary: 'Create a payment',
      description: '',
      body: { isForm: false, isRequired: true },
    });
    expect(operation('uploadDocument').body).toMatchObject({ isForm: true, isRequired: false, examples: [] });
    expect(operation('listPayments')).toMatchObject({ clientMethod: 'listPayments', tag: '', parameters: [] });
    expect(operation('listPayments').body).toBeUndefined();
  });

  it('have no headers as parameters, but say whether they take an idempotency key', () => {
    expect(operation('createPayment').parameters.map(({ name }) => name)).toEqual(['customerId', 'limit', 'dryRun']);
    expect(operation('createPayment').hasIdempotencyKey).toBe(true);
    expect(operation('uploadDocument').hasIdempotencyKey).toBe(false);
  });

  it('have their examples, also those that several share', () => {
    const { payment: _, ...shared } = { payment: 0, ...openApi.components.examples.Payment.value };
    expect(operation('createPayment').body?.examples).toEqual([shared, { amount: 5 }]);
  });
});

describe('a reference to a schema', () => {
  it('is replaced by its target, whose description gives way to one beside the reference', () => {
    const { resolve } = document;
    expect(resolve({ $ref: '#/components/schemas/Currency' })).toMatchObject({ description: 'Code of a currency.' });
    const { currency = {} } = resolve(payment).properties ?? {};
    expect(resolve(currency)).toEqual({ type: 'string', description: 'Currency of the amount.', examples: ['USD'] });
  });

  it('is replaced within alternatives as well', () => {
    const { note = {} } = document.resolve(payment).properties ?? {};
    expect(document.resolve(note).anyOf).toMatchObject([{ type: 'string' }, { type: 'null' }]);
  });
});

describe('the control of a schema', () => {
  it.each<[string, Schema]>([
    ['CONST', { const: 'A', type: 'string' }],
    ['VARIANTS', { oneOf: [], discriminator: { propertyName: 'type', mapping: {} } }],
    ['CHOICE', { enum: ['A', 'B'], type: 'string' }],
    ['YES_NO', { type: 'boolean' }],
    ['YES_NO', { type: ['boolean', 'null'] }],
    ['NUMBER', { type: 'integer' }],
    ['NUMBER', { type: 'number' }],
    ['NUMBER', { anyOf: [{ type: 'integer' }, { type: 'null' }] }],
    ['DATE', { type: 'string', format: 'date' }],
    ['FILE', { type: 'string', format: 'binary' }],
    ['LIST', { type: 'array', items: { type: 'string' } }],
    ['JSON', { type: 'array' }],
    ['GROUP', { type: 'object', properties: { a: { type: 'string' } } }],
    ['JSON', { type: 'object' }],
    ['JSON', { type: 'object', properties: {} }],
    ['JSON', {}],
    ['TEXT', { type: 'string' }],
    ['TEXT', { type: 'string', format: 'date-time' }],
    ['TEXT', { anyOf: [{ type: 'string' }, { type: 'string', pattern: '^a' }] }],
    ['JSON', { anyOf: [{ type: 'string' }, { type: 'object' }] }],
  ])('is %s for %j', (kind, schema) => {
    expect(kindOf(schema)).toBe(kind);
  });

  it('of variants is one for each value of the discriminator, which is no member of theirs', () => {
    const variants = variantsOf(document.resolve({ $ref: '#/components/schemas/Source' }), document.resolve);
    expect([...variants.keys()]).toEqual(['ACCOUNT', 'CARD']);
    expect(variants.get('ACCOUNT')).toMatchObject({ description: 'An account pays.' });
    expect(Object.keys(variants.get('CARD')?.properties ?? {})).toEqual(['last4', 'month']);
  });
});

describe('the request of a draft', () => {
  it('has the members that were entered, in their types', () => {
    const draft = {
      currency: 'USD',
      amount: '12.34',
      source: { sourceType: 'CARD', last4: '4242', month: '7', accountId: 'of another variant' },
      speed: 'FAST',
      level: '2',
      tags: ['rent', '', 'june'],
      isUrgent: 'false',
      dueOn: '2026-01-31',
      rate: '0.5',
      metadata: '{"order": 7}',
      unknown: 'left out',
    };
    expect(paymentOf(draft)).toEqual({
      currency: 'USD',
      amount: 1_234,
      source: { sourceType: 'CARD', last4: '4242', month: 7 },
      speed: 'FAST',
      level: 2,
      tags: ['rent', 'june'],
      isUrgent: false,
      dueOn: '2026-01-31',
      rate: 0.5,
      metadata: { order: 7 },
    });
  });

  it('leaves out what was not entered, or was emptied', () => {
    expect(paymentOf({})).toEqual({});
    const emptied = {
      amount: ' ',
      currency: '',
      speed: '',
      tags: [],
      isUrgent: '',
      metadata: ' ',
      source: {},
      fees: [],
    };
    expect(paymentOf(emptied)).toEqual({});
    expect(requestValue(payment, undefined, reading)).toBeUndefined();
  });

  it('has an amount in smallest units only where the currency is known', () => {
    expect(paymentOf({ amount: '12', currency: 'JPY' })).toMatchObject({ amount: 12 });
    expect(paymentOf({ amount: '0.00000001', currency: 'BTC' })).toMatchObject({ amount: 1 });
    expect(paymentOf({ amount: '1,234.5', currency: 'KWD' })).toMatchObject({ amount: 1_234_500 });
    expect(paymentOf({ amount: '1234' })).toMatchObject({ amount: 1_234 });
    expect(paymentOf({ amount: '1234', currency: 'XXX' })).toMatchObject({ amount: 1_234 });
  });

  it('keeps unreadable input as it is, so that the server says what is wrong with it', () => {
    expect(paymentOf({ amount: '12.345', currency: 'USD' })).toMatchObject({ amount: '12.345' });
    expect(paymentOf({ amount: 'much' })).toMatchObject({ amount: 'much' });
    expect(paymentOf({ rate: '1e3' })).toMatchObject({ rate: '1e3' });
    expect(paymentOf({ metadata: '{"open": ' })).toMatchObject({ metadata: '{"open":' });
  });

  it('has no variant before one is chosen', () => {
    expect(paymentOf({ source: { last4: '4242' } })).toEqual({});
    expect(paymentOf({ source: { sourceType: 'CASH' } })).toEqual({});
    expect(paymentOf({ source: { sourceType: 'ACCOUNT' } })).toEqual({ source: { sourceType: 'ACCOUNT' } });
  });

  it('has files as they were chosen', () => {
    const schema = operation('uploadDocument').body?.schema ?? {};
    const file = new File(['x'], 'scan.png');
    expect(requestValue(schema, { file, note: 'n' }, reading)).toEqual({ file, note: 'n' });
    expect(requestValue(schema, { file: 'scan.png' }, reading)).toEqual({});
  });
});

describe('the currency beside an amount', () => {
  it('is named by a code, or by a group with a code', () => {
    expect(currencyBeside({ currency: 'USD' })).toBe('USD');
    expect(currencyBeside({ currencyCode: 'EUR' })).toBe('EUR');
    expect(currencyBeside({ currency: { code: 'JPY' } })).toBe('JPY');
    expect(currencyBeside({ currency: '', currencyCode: 'EUR' })).toBe('EUR');
    expect(currencyBeside({ amount: '1' })).toBeUndefined();
  });

  it('gives decimals to amounts, and not to other numbers', () => {
    expect(amountDecimals({ format: 'int64' }, { currency: 'KWD' }, reading.decimalsOf)).toBe(3);
    expect(amountDecimals({ type: 'integer' }, { currency: 'KWD' }, reading.decimalsOf)).toBeUndefined();
    expect(amountDecimals({ format: 'int64' }, {}, reading.decimalsOf)).toBeUndefined();
  });
});

describe('the draft of an example', () => {
  const [example] = operation('createPayment').body?.examples ?? [];

  it('has its values as people enter them, without ids that do not exist here', () => {
    expect(draftOf(payment, example, reading)).toMatchObject({
      amount: '1,234.56',
      currency: 'USD',
      source: { sourceType: 'ACCOUNT', accountId: undefined },
      tags: ['rent', 'june'],
      isUrgent: 'false',
      dueOn: '2026-01-31',
      metadata: '{\n  "order": {\n    "id": 7\n  }\n}',
      fees: [{ amount: '50', currency: 'JPY' }],
    });
  });

  it('stands for the same request, apart from ids', () => {
    const { source, ...others } = openApi.components.examples.Payment.value;
    expect(paymentOf(draftOf(payment, example, reading))).toEqual({
      ...others,
      source: { sourceType: source.sourceType },
    });
  });

  it('stands for the same request whatever the values are', () => {
    const amount = fc.nat(9_000_000_000_000);
    const text = fc.string({ minLength: 1 });
    const currency = fc.constantFrom('JPY', 'USD', 'KWD', 'BTC', 'XXX');
    const values = fc.record(
      {
        kind: fc.constant('PAYMENT'),
        amount,
        currency,
        source: fc.oneof(
          fc.record({ sourceType: fc.constant('ACCOUNT'), accountId: text }),
          fc.record({ sourceType: fc.constant('CARD'), last4: text, month: fc.integer() }),
        ),
        speed: fc.constantFrom('SLOW', 'FAST'),
        level: fc.constantFrom(1, 2),
        tags: fc.array(text, { minLength: 1, maxLength: 3 }),
        isUrgent: fc.boolean(),
        rate: fc.double({ min: 1e-9, max: 1e12, noNaN: true }),
        // JSON has no negative zero.
        metadata: fc.dictionary(text, fc.jsonValue()).map((value) => JSON.parse(JSON.stringify(value))),
        fees: fc.array(fc.record({ amount, currency }), { minLength: 1, maxLength: 2 }),
        note: text,
      },
      { requiredKeys: ['kind'] },
    );
    fc.assert(
      fc.property(values, (value) => {
        expect(requestValue(payment, draftOf(payment, value, reading), reading)).toEqual(value);
      }),
    );
  });
});

describe('the name of an example', () => {
  it('has its texts without ids, numbered from one and cut where it is long', () => {
    expect(exampleName({ customerType: 'INDIVIDUAL', id: 'Customer:0190', fullName: 'Ada' }, 0)).toBe(
      '1: INDIVIDUAL, Ada',
    );
    expect(exampleName({ source: { sourceType: 'ACCOUNT', accountId: 'x' }, amount: 5 }, 1)).toBe('2: ACCOUNT');
    expect(exampleName({ note: 'n'.repeat(100) }, 2)).toBe(`3: ${'n'.repeat(70)}`);
  });

  it('exists also for an example without texts', () => {
    expect(exampleName({ amount: 5 }, 0)).toBe('1: example');
    expect(exampleName([], 3)).toBe('4: example');
  });
});

describe('the request of a form', () => {
  const prepare = (id: string, parameters: Record<string, string>, body?: Draft) =>
    requestOf(operation(id), { parameters, body, reading });

  it('has the parameters of the path in their order, and those of the query that were entered', () => {
    const request = prepare('createPayment', { customerId: 'a/b', limit: '5', dryRun: '' }, { tags: ['x'] });
    expect(request).toMatchObject({ path: ['a/b'], query: { limit: '5' }, body: { kind: 'PAYMENT', tags: ['x'] } });
    expect(pathFor(request)).toBe('/api/customers/a%2Fb/payments?limit=5');
  });

  it('has an empty body where one is required, and none where it is optional', () => {
    expect(prepare('createPayment', {}).body).toEqual({});
    expect(prepare('uploadDocument', {}).body).toBeUndefined();
    expect(prepare('listPayments', {}, { amount: '1' }).body).toBeUndefined();
  });
});

describe('errors of the server', () => {
  const errors = fieldErrorsOf([
    { field: 'amount', message: 'must be positive' },
    { field: 'body.accountInfo.iban', message: 'has a wrong check digit' },
    { field: 'items[10].price[2].amount', message: 'must be an integer' },
    { field: 'bare' },
  ]);

  it('belong to the field of their path', () => {
    expect(errors.errorOf('amount')).toBe('must be positive');
    expect(errors.errorOf('accountInfo.iban')).toBe('has a wrong check digit');
    expect(errors.errorOf('items.10.price.2.amount')).toBe('must be an integer');
    expect(errors.errorOf('bare')).toBeUndefined();
    expect(errors.errorOf('')).toBeUndefined();
  });

  it('open the groups that they are in, and no others', () => {
    expect(errors.hasErrorBelow('accountInfo')).toBe(true);
    expect(errors.hasErrorBelow('items.10')).toBe(true);
    expect(errors.hasErrorBelow('items.1')).toBe(false);
    expect(errors.hasErrorBelow('account')).toBe(false);
    expect(errors.hasErrorBelow('amount')).toBe(true);
  });

  it('and scenarios of list items are found by the path without their numbers', () => {
    expect(memberPath('items.10.price.2')).toBe('items.price');
    expect(memberPath('line2.text')).toBe('line2.text');
  });
});

describe('a scenario of the sandbox', () => {
  it('replaces the input, or its end', () => {
    expect(withMagic('Ada', { value: 'Exact', match: 'EXACT' })).toBe('Exact');
    expect(withMagic('DE89370400440532013000', { value: '005', match: 'SUFFIX' })).toBe('DE89370400440532013005');
    expect(withMagic('12', { value: '005', match: 'SUFFIX' })).toBe('005');
    expect(withMagic('', { value: '005', match: 'SUFFIX' })).toBe('100000005');
  });

  it('extends the part of an address before the @', () => {
    expect(withMagic('ada@bank.test', { value: '003', match: 'LOCAL_PART_SUFFIX' })).toBe('ada003@bank.test');
    expect(withMagic('', { value: '003', match: 'LOCAL_PART_SUFFIX' })).toBe('ada003@example.com');
  });
});

describe('the form of a new customer', () => {
  const ada = { ...emptyDraft, name: 'Ada Lovelace', region: 'GB' };

  it('requests a person, whose name may end with a scenario', () => {
    expect(customerRequestOf({ ...ada, ending: ' 002' })).toEqual({
      customerType: 'INDIVIDUAL',
      region: 'GB',
      fullName: 'Ada Lovelace 002',
    });
  });

  it('requests a business in its country, with the optional members that were entered', () => {
    const business = { ...ada, type: 'BUSINESS', taxId: '12-3', incorporatedOn: '2020-02-29', ownId: 'c-1' } as const;
    expect(customerRequestOf({ ...business, email: 'a@b.test' })).toEqual({
      customerType: 'BUSINESS',
      region: 'GB',
      platformCustomerId: 'c-1',
      email: 'a@b.test',
      businessInfo: { legalName: 'Ada Lovelace', country: 'GB', taxId: '12-3', incorporatedOn: '2020-02-29' },
    });
  });

  it('shows errors at the input of each member that it sends', () => {
    const business = { ...ada, type: 'BUSINESS', taxId: 'x', incorporatedOn: 'x', ownId: 'x', email: 'x' } as const;
    const members = ([name, value]: [string, unknown]): string[] =>
      typeof value === 'object' && value !== null ? Object.keys(value).map((key) => `${name}.${key}`) : [name];
    const sent = [ada, business].flatMap((draft) => Object.entries(customerRequestOf(draft)).flatMap(members));
    expect(Object.values(memberOf).flat()).toEqual(
      expect.arrayContaining(sent.filter((name) => name !== 'customerType')),
    );
  });
});
