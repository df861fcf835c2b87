import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { isCardNumber } from '../src/engine/providers/issuer/numbers.ts';
import { TestApp } from './support/app.ts';
import { activeCard, cardIn, cardName, cardRequest, newCard } from './support/cards.ts';
import type { Answer, Client } from './support/client.ts';
import { accountIn, newPayer, type Payer } from './support/payments.ts';

let app: TestApp;
let client: Client;
let payer: Payer;
beforeAll(async () => {
  app = await TestApp.shared();
  client = app.client;
  payer = await newPayer(client, { balance: 0 });
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

const unknown = (type: string, end = '009') => `${type}:019542f5-b3e7-7d02-8000-000000000${end}`;
const create = (more: object = {}, holder = payer) => client.post('/cards', cardRequest(holder, more));
const patch = (id: string, body: object) => client.patch(`/cards/${id}`, body);
const fieldsOf = ({ body }: Answer): string[] =>
  body.details.errors.map(({ field }: { field: string }) => field).toSorted();
const eventsOf = async (id: string, by = client) => {
  const { body } = await by.get(`/webhooks/events?resourceId=${id}&limit=100`);
  const events = await Promise.all(
    body.data.map(async (event: { id: string }) => (await by.get(`/webhooks/events/${event.id}`)).body.payload),
  );
  return events.toReversed();
};
const typesOf = async (id: string) => (await eventsOf(id)).map(({ type }) => type);

describe('a new card', () => {
  it('has no number until its issuer accepts it, and gets one when it becomes ACTIVE', async () => {
    const request = cardRequest(payer, { platformCardId: cardName('123'), maxSpendPerTransaction: 5_000 });
    const { status, body: card } = await client.post('/cards', request);
    expect([status, card]).toEqual([
      201,
      {
        id: expect.stringMatching(/^Card:/),
        cardholderId: payer.customerId,
        platformCardId: request.platformCardId,
        state: 'PROCESSING',
        stateReason: null,
        form: 'VIRTUAL',
        fundingSources: [payer.accountId],
        maxSpendPerTransaction: 5_000,
        currency: 'USD',
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
    const issued = await cardIn(client, card.id, 'ACTIVE');
    const issuedIn = new Date(issued.updatedAt);
    expect(issued).toEqual({
      ...card,
      state: 'ACTIVE',
      brand: 'MASTERCARD',
      last4: '4123',
      expMonth: issuedIn.getUTCMonth() + 1,
      expYear: issuedIn.getUTCFullYear() + 3,
      processorRef: expect.any(String),
      issuerRef: expect.any(String),
      updatedAt: expect.any(String),
    });
    const [event, ...others] = await eventsOf(card.id);
    expect([event.type, event.data, others]).toEqual(['CARD.STATE_CHANGE', issued, []]);
  });

  it('needs no platformCardId, and then takes its sandbox scenario from the cardholder', async () => {
    const card = await newCard(client, payer, { platformCardId: undefined });
    expect(card).toMatchObject({
      platformCardId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      maxSpendPerTransaction: null,
    });
    const { last4 } = await cardIn(client, card.id, 'ACTIVE');
    const other = await newCard(client, payer, { platformCardId: undefined });
    expect((await cardIn(client, other.id, 'ACTIVE')).last4).toBe(last4);
  });

  it('can draw on an embedded wallet, in its currency', async () => {
    const accountId = await accountIn(client, payer.customerId, 'USDB');
    const { body } = await create({ fundingSources: [accountId] });
    expect(body).toMatchObject({ currency: 'USDB', fundingSources: [accountId] });
  });

  it('has a platformCardId that is unique on the platform', async () => {
    const { platformCardId } = await newCard(client, payer);
    const rejected = await create({ platformCardId });
    expect([rejected.status, rejected.body.code, rejected.body.details.reason]).toEqual([
      409,
      'CONFLICT',
      'PLATFORM_CARD_ID_TAKEN',
    ]);
    const other = await app.newPlatform();
    await newCard(other, await newPayer(other, { balance: 0 }), { platformCardId });
  });

  it('is created once under one Idempotency-Key', async () => {
    const request = cardRequest(payer);
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => client.post('/cards', request, { headers })));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect((await client.get(`/cards?platformCardId=${request.platformCardId}`)).body.totalCount).toBe(1);
  });

  test.each([
    ['an unknown cardholder', () => ({ cardholderId: unknown('Customer') }), 404, 'USER_NOT_FOUND'],
    ['no funding source', () => ({ fundingSources: [] }), 400, 'INVALID_INPUT'],
    ['a repeated source', () => ({ fundingSources: [payer.accountId, payer.accountId] }), 400, 'INVALID_INPUT'],
    ['another form', () => ({ form: 'PHYSICAL' }), 400, 'INVALID_INPUT'],
    ['a limit of zero', () => ({ maxSpendPerTransaction: 0 }), 400, 'INVALID_INPUT'],
    ['a limit that is not an integer', () => ({ maxSpendPerTransaction: 1.5 }), 400, 'INVALID_INPUT'],
    ['an empty name', () => ({ platformCardId: '' }), 400, 'INVALID_INPUT'],
    ['a password for 3-D Secure', () => ({ threeDSecurePassword: 'hunter22' }), 400, 'INVALID_INPUT'],
  ] as const)('with %s is rejected', async (_, wrong, status, code) => {
    const rejected = await create(wrong());
    expect([rejected.status, rejected.body.code]).toEqual([status, code]);
  });

  it('reports disallowed fields together with fields of the wrong type', async () => {
    const { accountId } = payer;
    const rejected = await create({
      form: 'PHYSICAL',
      threeDSecurePassword: 'x',
      fundingSources: [accountId, accountId],
    });
    expect([rejected.status, fieldsOf(rejected)]).toEqual([400, ['form', 'fundingSources.1', 'threeDSecurePassword']]);
  });

  test.each(['001', '002', '003'])(
    'is rejected for a cardholder who is not approved (fullName ending in %s)',
    async (end) => {
      const { body: customer } = await client.post('/customers', {
        customerType: 'INDIVIDUAL',
        fullName: `Ada ${end}`,
      });
      const rejected = await create({ cardholderId: customer.id });
      expect([rejected.status, rejected.body.code]).toEqual([400, 'CARDHOLDER_KYC_NOT_APPROVED']);
    },
  );

  it('is rejected for a deleted cardholder', async () => {
    const other = await newPayer(client, { balance: 0 });
    await client.delete(`/customers/${other.customerId}`);
    const rejected = await create({}, other);
    expect([rejected.status, rejected.body.code]).toEqual([410, 'CUSTOMER_DELETED']);
  });
});

describe('a funding source', () => {
  const rejection = async (fundingSources: string[], more: object = {}) => {
    const { status, body } = await create({ fundingSources, ...more });
    expect([status, body.code]).toEqual([400, 'FUNDING_SOURCE_INELIGIBLE']);
    return body.details.errors as { field: string; message: string }[];
  };

  it('is named in the error if it is ineligible, each of them', async () => {
    const stranger = await newPayer(client, { balance: 0 });
    const { body: own } = await client.get('/platform/internal-accounts?currency=USD');
    const errors = await rejection([
      payer.accountId,
      stranger.accountId,
      await accountIn(client, payer.customerId, 'USDC'),
      await accountIn(client, payer.customerId, 'USDB'),
      own.data[0].id,
      unknown('InternalAccount'),
    ]);
    expect(errors.map(({ field }) => field)).toEqual([1, 2, 3, 4, 5].map((i) => `fundingSources.${i}`));
    expect(errors.map(({ message }) => message.replace(/^\S+ /, ''))).toEqual([
      'is not an account of the cardholder.',
      'is in USDC: cards draw on USD and USDB only.',
      'is in USDB, and others in USD: all need one currency.',
      'is not an account of the cardholder.',
      'is not an account of the cardholder.',
    ]);
  });

  it('is ineligible if it is frozen or closed', async () => {
    const operator = await app.newOperator();
    const other = await newPayer(client, { balance: 0 });
    const path = `/operator/platforms/${client.platformId}/internal-accounts/${other.accountId}`;
    await operator.post(`${path}/freeze`, { reason: 'test' });
    const [error] = await rejection([other.accountId], { cardholderId: other.customerId });
    expect(error?.message).toBe(`${other.accountId} is FROZEN.`);
    await operator.post(`${path}/unfreeze`, { reason: 'test' });
    await newCard(client, other);
  });

  test.each([
    ['002', 'has no balance to draw on.'],
    ['003', 'is closed.'],
  ])('with an id that ends in %s is rejected by the sandbox', async (end, message) => {
    const id = unknown('InternalAccount', end);
    expect(await rejection([id])).toEqual([{ field: 'fundingSources.0', message: `${id} ${message}` }]);
  });
});

describe('the sandbox selects the outcome of a card by its name', () => {
  it('001 stays PROCESSING, 002 is closed by the issuer, 005 is ACTIVE after 30 seconds', async () => {
    const platform = await app.newPlatform();
    const holder = await newPayer(platform, { balance: 0 });
    const named = (suffix: string) => newCard(platform, holder, { platformCardId: cardName(suffix) });
    const [waits, rejected, late] = [await named('001'), await named('002'), await named('005')];
    const closed = await cardIn(platform, rejected.id, 'CLOSED');
    expect(closed).toEqual({
      ...rejected,
      state: 'CLOSED',
      stateReason: 'ISSUER_REJECTED',
      fundingSources: [],
      updatedAt: expect.any(String),
    });
    const [event] = await eventsOf(rejected.id, platform);
    expect([event.type, event.data]).toEqual(['CARD.STATE_CHANGE', closed]);
    expect((await platform.post('/sandbox/clock/advance', { seconds: 20 })).body.happened).toEqual([]);
    expect((await platform.get(`/cards/${late.id}`)).body.state).toBe('PROCESSING');
    const { body } = await platform.post('/sandbox/clock/advance', { seconds: 15 });
    expect(body.happened).toMatchObject([{ kind: 'card.issue', resourceId: late.id }]);
    expect((await platform.get(`/cards/${late.id}`)).body).toMatchObject({ state: 'ACTIVE', last4: '4005' });
    expect((await platform.get(`/cards/${waits.id}`)).body.state).toBe('PROCESSING');
  });
});

describe('without a processor', () => {
  it('production returns 501 for card operations', async () => {
    const production = await app.newPlatform('PRODUCTION');
    const id = unknown('Card');
    const rejected = [
      await production.post('/cards', cardRequest(payer)),
      await production.get('/cards'),
      await production.get(`/cards/${id}`),
      await production.patch(`/cards/${id}`, { state: 'FROZEN' }),
      await production.post(`/cards/${id}/reveal`),
    ];
    expect(rejected.map(({ status, body: { code } }) => `${status} ${code}`)).toEqual(
      Array.from({ length: 5 }, () => '501 NOT_IMPLEMENTED'),
    );
  });
});

describe('card numbers', () => {
  it('pass the Luhn check, belong to the brand, end in last4, and are unique', async () => {
    const name = () => `${cardName()}-7ab`;
    const cards = await Promise.all(
      Array.from({ length: 12 }, () => activeCard(client, { holder: payer, platformCardId: name() })),
    );
    expect(new Set(cards.map(({ last4 }) => last4))).toEqual(new Set(['4778']));
    const { db } = app.database;
    const { rows } = await db.pool.query('SELECT id, details_sealed, pan_hash FROM cards WHERE id = ANY ($1)', [
      cards.map(({ id }) => id),
    ]);
    const numbers = await Promise.all(
      rows.map(async ({ id, details_sealed }) => {
        const context = JSON.stringify(['cards', 'details_sealed', client.platformId, id]) as never;
        return JSON.parse(await app.app.vault.open(details_sealed, context));
      }),
    );
    for (const { brand, number, securityCode } of numbers) {
      expect([brand, isCardNumber(number), number]).toEqual(['VISA', true, expect.stringMatching(/^4\d{11}4778$/)]);
      expect(securityCode).toMatch(/^\d{3}$/);
    }
    expect(new Set(numbers.map(({ number }) => number)).size).toBe(12);
    expect(new Set(rows.map(({ pan_hash }) => pan_hash.toString('hex'))).size).toBe(12);
  });

  test.each(['4111111111111111', '5555555555554444', '4012888888881881'])(
    '%s is valid, and not with another last digit',
    (number) => {
      expect(isCardNumber(number)).toBe(true);
      const other = number.slice(0, -1) + ((Number(number.at(-1)) + 1) % 10);
      expect(isCardNumber(other)).toBe(false);
    },
  );
});

describe('the list of cards', () => {
  it('supports each filter, both orders and paging', async () => {
    const platform = await app.newPlatform();
    const [ada, eve] = [await newPayer(platform, { balance: 0 }), await newPayer(platform, { balance: 0 })];
    const wallet = await accountIn(platform, ada.customerId, 'USDB');
    const names = { first: cardName('001'), second: cardName(), third: cardName('001'), fourth: cardName('001') };
    const ids = [
      (await newCard(platform, ada, { platformCardId: names.first })).id,
      (await activeCard(platform, { holder: eve, platformCardId: names.second })).id,
      (await newCard(platform, ada, { platformCardId: names.third, fundingSources: [wallet] })).id,
      (await newCard(platform, ada, { platformCardId: names.fourth })).id,
    ];
    const list = async (query: string) => {
      const { status, body } = await platform.get(`/cards?${query}`);
      expect([query, status]).toEqual([query, 200]);
      return body.data.map(({ id }: { id: string }) => ids.indexOf(id));
    };
    expect(await list('')).toEqual([3, 2, 1, 0]);
    expect(await list('sortOrder=asc')).toEqual([0, 1, 2, 3]);
    expect(await list(`cardholderId=${ada.customerId}`)).toEqual([3, 2, 0]);
    expect(await list(`accountId=${ada.accountId}`)).toEqual([3, 0]);
    expect(await list(`accountId=${wallet}&state=PROCESSING`)).toEqual([2]);
    expect(await list(`platformCardId=${names.second}`)).toEqual([1]);
    expect(await list('state=ACTIVE')).toEqual([1]);
    expect(await list(`state=ACTIVE&cardholderId=${ada.customerId}`)).toEqual([]);
    const { body: first } = await platform.get('/cards?limit=3&sortOrder=asc');
    expect([first.hasMore, first.totalCount]).toEqual([true, 4]);
    expect(await list(`limit=3&sortOrder=asc&cursor=${first.nextCursor}`)).toEqual([3]);
    for (const query of ['state=LOST', 'cardholderId=ada', 'accountId=1', 'limit=0', 'sortOrder=up']) {
      expect([query, (await platform.get(`/cards?${query}`)).status]).toEqual([query, 400]);
    }
  });
});

describe('a card update', () => {
  it('sets, keeps and removes the limit, without an event', async () => {
    const { id } = await activeCard(client, { holder: payer });
    const limits = [];
    for (const body of [{ maxSpendPerTransaction: 700 }, { state: 'FROZEN' }, { maxSpendPerTransaction: null }]) {
      limits.push((await patch(id, body)).body.maxSpendPerTransaction);
    }
    expect(limits).toEqual([700, 700, null]);
    expect(await typesOf(id)).toEqual(['CARD.STATE_CHANGE', 'CARD.STATE_CHANGE']);
  });

  it('replaces the funding sources in the given order, and emits an event', async () => {
    const card = await activeCard(client, { holder: payer });
    const wallet = await accountIn(client, payer.customerId, 'USDB');
    const rejected = await patch(card.id, { fundingSources: [payer.accountId, wallet] });
    expect([rejected.status, rejected.body.code, rejected.body.details.errors]).toEqual([
      400,
      'FUNDING_SOURCE_INELIGIBLE',
      [{ field: 'fundingSources.1', message: `${wallet} is in USDB, and others in USD: all need one currency.` }],
    ]);
    const same = await patch(card.id, { fundingSources: [payer.accountId] });
    expect([same.status, same.body.fundingSources]).toEqual([200, [payer.accountId]]);
    expect(await typesOf(card.id)).toEqual(['CARD.STATE_CHANGE']);
    expect((await patch(card.id, { fundingSources: [] })).body.code).toBe('INVALID_INPUT');
  });

  it('can be given the wallet of the cardholder and the dollar account again, and emits an event each time', async () => {
    const card = await activeCard(client, { holder: payer, maxSpendPerTransaction: 2_550 });
    const wallet = await accountIn(client, payer.customerId, 'USDB');
    const inUsdb = await patch(card.id, { fundingSources: [wallet] });
    const changed = { fundingSources: [wallet], currency: 'USDB', maxSpendPerTransaction: 25_500_000 };
    expect([inUsdb.status, inUsdb.body]).toEqual([200, { ...card, ...changed, updatedAt: expect.any(String) }]);
    expect((await client.get(`/cards/${card.id}`)).body).toEqual(inUsdb.body);
    const back = await patch(card.id, { fundingSources: [payer.accountId] });
    expect(back.body).toMatchObject({ currency: 'USD', maxSpendPerTransaction: 2_550 });
    const limited = await patch(card.id, { fundingSources: [wallet], maxSpendPerTransaction: 7 });
    expect(limited.body).toMatchObject({ currency: 'USDB', maxSpendPerTransaction: 7 });
    expect((await patch(card.id, { fundingSources: [payer.accountId] })).body.maxSpendPerTransaction).toBe(1);
    const [, ...events] = await eventsOf(card.id);
    expect(events.map(({ type }) => type)).toEqual(Array.from({ length: 4 }, () => 'CARD.FUNDING_SOURCE_CHANGE'));
    expect(events[0].data).toEqual(inUsdb.body);
  });

  it('keeps the key of a source that stays, and gives a source that returns a new id', async () => {
    const [first, second] = await accountsInUsd();
    const { id } = await activeCard(client, {
      holder: { ...payer, accountId: first },
      fundingSources: [first, second],
    });
    const { db } = app.database;
    const sources = async () => {
      const { rows } = await db.pool.query<{ id: string; account_id: string }>(
        'SELECT id, account_id FROM card_funding_sources WHERE card_id = $1 AND detached_at IS NULL ORDER BY position',
        [id],
      );
      return rows;
    };
    const before = await sources();
    expect(before.map(({ account_id }) => account_id)).toEqual([first, second]);
    const swapped = await patch(id, { fundingSources: [second, first] });
    expect(swapped.body.fundingSources).toEqual([second, first]);
    expect(await sources()).toEqual(before.toReversed());
    await patch(id, { fundingSources: [second] });
    expect(
      (await client.get(`/cards?accountId=${first}`)).body.data.map((card: { id: string }) => card.id),
    ).not.toContain(id);
    await patch(id, { fundingSources: [second, first] });
    const after = await sources();
    expect([after[0]?.id, after[1]?.account_id]).toEqual([before[1]?.id, first]);
    expect(after[1]?.id).not.toBe(before[0]?.id);
    const types = await typesOf(id);
    expect(types).toEqual(['CARD.STATE_CHANGE', ...Array.from({ length: 3 }, () => 'CARD.FUNDING_SOURCE_CHANGE')]);
  });

  it('applies completely or not at all', async () => {
    const card = await activeCard(client, { holder: payer });
    const other = unknown('InternalAccount');
    const rejected = await patch(card.id, { state: 'FROZEN', maxSpendPerTransaction: 5, fundingSources: [other] });
    expect(rejected.body.code).toBe('FUNDING_SOURCE_INELIGIBLE');
    expect((await client.get(`/cards/${card.id}`)).body).toEqual(card);
    const [first, second] = await accountsInUsd();
    const all = { state: 'FROZEN', maxSpendPerTransaction: 5, fundingSources: [second, first] };
    const { body } = await patch(card.id, all);
    expect(body).toMatchObject(all);
    const [, ...events] = await eventsOf(card.id);
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ['CARD.STATE_CHANGE', body],
      ['CARD.FUNDING_SOURCE_CHANGE', body],
    ]);
  });

  test.each([
    ['no members', {}],
    ['only unknown members', { colour: 'red' }],
    ['CLOSED and a limit', { state: 'CLOSED', maxSpendPerTransaction: null }],
    [
      'CLOSED and sources',
      { state: 'CLOSED', fundingSources: ['InternalAccount:019542f5-b3e7-7d02-8000-000000000001'] },
    ],
    ['a state that cannot be requested', { state: 'PROCESSING' }],
    ['a limit of zero', { maxSpendPerTransaction: 0 }],
  ])('with %s is rejected', async (_, body) => {
    const { id } = await newCard(client, payer);
    const rejected = await patch(id, body);
    expect([rejected.status, rejected.body.code]).toEqual([400, 'INVALID_INPUT']);
  });

  it('reports contradicting fields together with fields of the wrong type', async () => {
    const { id } = await newCard(client, payer);
    const { accountId } = payer;
    const closed = await patch(id, { state: 'CLOSED', maxSpendPerTransaction: 5, fundingSources: 'none' });
    expect([closed.status, fieldsOf(closed)]).toEqual([400, ['fundingSources', 'maxSpendPerTransaction']]);
    const twice = await patch(id, { state: 'MELTED', fundingSources: [7, accountId, accountId] });
    expect(fieldsOf(twice)).toEqual(['fundingSources.0', 'fundingSources.2', 'state']);
  });

  it('of an unknown card returns 404', async () => {
    const rejected = await patch(unknown('Card'), { state: 'FROZEN' });
    expect([rejected.status, rejected.body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
    expect((await patch('Card:7', { state: 'FROZEN' })).status).toBe(400);
    expect((await client.get('/cards/Card:7')).status).toBe(404);
  });

  /** A customer has one account per currency and type; the second is inserted directly. */
  async function accountsInUsd(): Promise<[string, string]> {
    const second = 'InternalAccount:019542f5-b3e7-7d02-8000-0000000000aa';
    await app.database.db.pool.query(
      `INSERT INTO accounts (platform_id, id, kind, currency, owner_id, type, status, posted, held, minimum, created_at, updated_at)
       SELECT platform_id, $1, kind, currency, owner_id, 'INTERNAL_CRYPTO', status, posted, held, minimum, created_at, updated_at
       FROM accounts WHERE platform_id = $2 AND id = $3 ON CONFLICT DO NOTHING`,
      [second, client.platformId, payer.accountId],
    );
    return [payer.accountId, second];
  }
});
