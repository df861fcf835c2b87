import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { TestApp } from './support/app.ts';
import { activeCard, cardIn, cardName, newCard } from './support/cards.ts';
import type { Client } from './support/client.ts';
import { newPayer, type Payer } from './support/payments.ts';
import { eventsOfResource } from './support/stored-events.ts';

let app: TestApp;
let client: Client;
let operator: Client;
let payer: Payer;
beforeAll(async () => {
  app = await TestApp.shared();
  client = app.client;
  operator = await app.newOperator();
  payer = await newPayer(client);
});
afterAll(async () => {
  await app.audit();
  await app.stop();
});

const transition = (id: string, state: string) => client.patch(`/cards/${id}`, { state });
const closeByService = (id: string, platformId = client.platformId) =>
  operator.post(`/operator/platforms/${platformId}/cards/${id}/close`, { reason: 'reported stolen' });
const statesNotified = async (id: string): Promise<string[]> =>
  (await eventsOfResource(app.database.db, id)).map(({ payload }) => JSON.parse(payload).data.state);

/** Creates a card in each state. */
const made = {
  PROCESSING: () => newCard(client, payer, { platformCardId: cardName('001') }),
  ACTIVE: () => activeCard(client, { holder: payer }),
  FROZEN: async () => (await transition((await activeCard(client, { holder: payer })).id, 'FROZEN')).body,
  CLOSED: async () => (await transition((await activeCard(client, { holder: payer })).id, 'CLOSED')).body,
} satisfies Record<string, () => Promise<unknown>>;
const states = Object.keys(made) as (keyof typeof made)[];

/** Outcomes of the contract, independent of the code: 200, or the error code. */
const transitions: [from: keyof typeof made, to: string, outcome: string][] = [
  ['PROCESSING', 'ACTIVE', 'INVALID_STATE_TRANSITION'],
  ['PROCESSING', 'FROZEN', 'INVALID_STATE_TRANSITION'],
  ['PROCESSING', 'CLOSED', 'INVALID_STATE_TRANSITION'],
  ['ACTIVE', 'ACTIVE', 'INVALID_STATE_TRANSITION'],
  ['ACTIVE', 'FROZEN', 'done'],
  ['ACTIVE', 'CLOSED', 'done'],
  ['FROZEN', 'ACTIVE', 'done'],
  ['FROZEN', 'FROZEN', 'INVALID_STATE_TRANSITION'],
  ['FROZEN', 'CLOSED', 'done'],
  ['CLOSED', 'ACTIVE', 'CARD_NOT_MUTABLE'],
  ['CLOSED', 'FROZEN', 'CARD_NOT_MUTABLE'],
  ['CLOSED', 'CLOSED', 'CARD_ALREADY_CLOSED'],
];

describe('a platform changes the state of a card', () => {
  test.each(transitions)('from %s to %s: %s', async (from, to, outcome) => {
    const card = await made[from]();
    const before = await statesNotified(card.id);
    const { status, body } = await transition(card.id, to);
    if (outcome === 'done') {
      const isClosed = to === 'CLOSED';
      const stateReason = isClosed ? 'CLOSED_BY_PLATFORM' : null;
      const fundingSources = isClosed ? [] : card.fundingSources;
      expect([status, body]).toEqual([
        200,
        { ...card, state: to, stateReason, fundingSources, updatedAt: expect.any(String) },
      ]);
      expect(await statesNotified(card.id)).toEqual([...before, to]);
    } else {
      expect([status, body.code]).toEqual([409, outcome]);
      expect((await client.get(`/cards/${card.id}`)).body).toEqual(card);
      expect(await statesNotified(card.id)).toEqual(before);
    }
  });
});

describe('a closed card', () => {
  it('cannot be changed, has no funding sources, and keeps no number', async () => {
    const { id } = await made.CLOSED();
    for (const body of [{ maxSpendPerTransaction: 1 }, { fundingSources: [payer.accountId] }]) {
      const rejected = await client.patch(`/cards/${id}`, body);
      expect([rejected.status, rejected.body.code]).toEqual([409, 'CARD_NOT_MUTABLE']);
    }
    const { rows } = await app.database.db.pool.query(
      `SELECT details_sealed, (SELECT count(*) FROM card_funding_sources f WHERE f.card_id = c.id AND detached_at IS NULL)
       FROM cards c WHERE id = $1`,
      [id],
    );
    expect(rows).toEqual([{ details_sealed: null, count: 0n }]);
  });
});

describe('an operator', () => {
  test.each(states)('closes a card that is %s, once, and the log has the reason', async (from) => {
    const card = await made[from]();
    const { status, body } = await closeByService(card.id);
    if (from === 'CLOSED') {
      expect([status, body.code]).toEqual([409, 'CARD_ALREADY_CLOSED']);
      return;
    }
    expect([status, body.state, body.stateReason]).toEqual([200, 'CLOSED', 'CLOSED_BY_SERVICE']);
    expect((await client.get(`/cards/${card.id}`)).body).toEqual(body);
    const { body: log } = await operator.get('/operator/actions?limit=1');
    expect(log.data[0]).toMatchObject({
      action: 'CARD_CLOSED',
      resourceId: card.id,
      details: { reason: 'reported stolen' },
    });
  });

  it('cannot close a card of another platform than the one named', async () => {
    const { id } = await made.PROCESSING();
    const other = await app.newPlatform();
    expect((await closeByService(id, other.platformId)).status).toBe(404);
  });

  it('can close a card that is being issued, and it stays closed', async () => {
    const platform = await app.newPlatform();
    const card = await newCard(platform, await newPayer(platform, { balance: 0 }), { platformCardId: cardName('005') });
    expect((await closeByService(card.id, platform.platformId)).status).toBe(200);
    await platform.post('/sandbox/clock/advance', { seconds: 31 });
    expect((await platform.get(`/cards/${card.id}`)).body.stateReason).toBe('CLOSED_BY_SERVICE');
  });
});

describe('the deletion of a cardholder', () => {
  it('closes every card of the cardholder, in any state, and no other', async () => {
    const holder = await newPayer(client, { balance: 0 });
    const waiting = await newCard(client, holder, { platformCardId: cardName('001') });
    const [active, frozen, closed] = await Promise.all([1, 2, 3].map(() => activeCard(client, { holder })));
    await transition(frozen.id, 'FROZEN');
    await transition(closed.id, 'CLOSED');
    const other = await made.ACTIVE();
    expect((await client.delete(`/customers/${holder.customerId}`)).status).toBe(200);
    for (const { id } of [waiting, active, frozen]) {
      expect((await cardIn(client, id, 'CLOSED')).stateReason).toBe('CLOSED_BY_SERVICE');
      expect((await statesNotified(id)).at(-1)).toBe('CLOSED');
    }
    expect((await client.get(`/cards/${closed.id}`)).body.stateReason).toBe('CLOSED_BY_PLATFORM');
    expect((await client.get(`/cards/${other.id}`)).body.state).toBe('ACTIVE');
  });
});

describe('under concurrency', () => {
  it('one of ten freezes succeeds, and the others are rejected', async () => {
    const { id } = await activeCard(client, { holder: payer });
    const answers = await Promise.all(Array.from({ length: 10 }, () => transition(id, 'FROZEN')));
    const codes = answers.map(({ status, body }) => (status === 200 ? 'done' : body.code));
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    expect(codes.filter((code) => code === 'INVALID_STATE_TRANSITION')).toHaveLength(9);
    expect(await statesNotified(id)).toEqual(['ACTIVE', 'FROZEN']);
  });

  it('a freeze and two closings end in CLOSED, with one event for it', async () => {
    const { id } = await activeCard(client, { holder: payer });
    const answers = await Promise.all([transition(id, 'FROZEN'), transition(id, 'CLOSED'), closeByService(id)]);
    const done = answers.slice(1).filter(({ status }) => status === 200);
    expect(done).toHaveLength(1);
    expect((await cardIn(client, id, 'CLOSED')).stateReason).toBe(done[0]?.body.stateReason);
    expect((await statesNotified(id)).filter((state) => state === 'CLOSED')).toHaveLength(1);
  });

  it('changes of limit and of state are both kept', async () => {
    const { id } = await activeCard(client, { holder: payer });
    const limits = [1, 2, 3].map((limit) => client.patch(`/cards/${id}`, { maxSpendPerTransaction: limit }));
    const answers = await Promise.all([transition(id, 'FROZEN'), ...limits]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { body } = await client.get(`/cards/${id}`);
    expect([body.state, [1, 2, 3].includes(body.maxSpendPerTransaction)]).toEqual(['FROZEN', true]);
  });
});
