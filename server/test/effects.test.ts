import { afterAll, beforeAll, expect, test } from 'vitest';
import { emit } from '../src/engine/webhooks/events.ts';
import { dataParameter, payloadOf } from '../src/engine/webhooks/stored-event.ts';
import { apply, applyTogether, balanceTokens, type EffectKind, jsonOf } from '../src/foundation/db/effects.ts';
import type { Finder } from '../src/foundation/db/keyed-reads.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { systemClock } from '../src/foundation/kernel/clock.ts';
import { newId, uuidOf } from '../src/foundation/kernel/ids.ts';
import { TestApp } from './support/app.ts';
import { storedEvents } from './support/stored-events.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

test('texts written by one statement stay separate and unchanged for all characters', async () => {
  const { db } = app.database;
  const texts = ['plain', '', 'a\u001eb', '"\\\n\u0000', '\u001e', 'ünïcode 🚀', "it's $1 and E'\\x1e'", '\u00010'];
  const events = texts.map((text, i) => ({
    platformId: app.client.platformId,
    id: newId('Webhook'),
    type: 'TEST' as const,
    resourceId: `resource ${i}`,
    data: { text },
    sequence: i + 1,
    at: systemClock.now(),
  }));
  await apply(db, { effects: [emit(events)] });
  for (const [i, { id, type, at: timestamp, sequence, data }] of events.entries()) {
    const [row] = await storedEvents(db, sql`e.id = ${uuidOf(id)}`);
    expect(row).toMatchObject({ resource_id: `resource ${i}`, sequence: BigInt(sequence) });
    expect(row?.payload).toBe(JSON.stringify({ id, type, timestamp, sequence, data }));
  }
});

test('balances in an event are filled when it is read, and input that looks like their tokens is kept', () => {
  const { balance, totalBalance, version, status, isPrivate } = balanceTokens;
  const data = { name: '\u00010 "\u00011"', balance, totalBalance, status, isPrivate, version };
  const [id, at] = [newId('Webhook'), systemClock.now()];
  const written = Buffer.from(dataParameter(data, true).slice(2), 'hex');
  const stored = {
    id,
    type: 'TEST' as const,
    sequence: 9n,
    created_at: at,
    data: written,
    balance: '9007199254740993 7 ACTIVE t',
  };
  const filled =
    '"balance":9007199254740993,"totalBalance":9007199254741000,"status":"ACTIVE","isPrivate":true,"version":9';
  expect(payloadOf(stored)).toBe(
    `{"id":"${id}","type":"TEST","timestamp":${JSON.stringify(at)},"sequence":9,"data":{"name":${JSON.stringify(data.name)},${filled}}}`,
  );
});

test('effects of the same name in one statement each write their own values', async () => {
  const { db } = app.database;
  const counting = (by: number): EffectKind => ({
    name: 'counted',
    statement: (rows) => sql`
      INSERT INTO revisions (name, revision) SELECT r.name, r.start + ${by}
      FROM ${rows} AS r(item int, name text, start int) JOIN guarded USING (item)`,
  });
  const count = (name: string, by: number) =>
    apply(db, { effects: [{ kind: counting(by), rows: [{ name, start: 10 }] }] });
  await count('first', 1);
  await count('second', 2);
  await count('third', 3);
  const found = await db.read(sql`SELECT name, revision FROM revisions WHERE revision > 10 ORDER BY name`);
  expect(found).toEqual([
    { name: 'first', revision: 11n },
    { name: 'second', revision: 12n },
    { name: 'third', revision: 13n },
  ]);
});

test('repeated statements write the values of each call, not those of the first', async () => {
  const { db } = app.database;
  const kind: EffectKind = {
    name: 'named',
    statement: (rows) => sql`
      INSERT INTO revisions (name, revision) SELECT r.name, -1 FROM ${rows} AS r(item int, name text)
      JOIN guarded USING (item)`,
  };
  for (const names of [['a'], ['b', 'c'], ['d']]) {
    await apply(db, { effects: [{ kind, rows: names.map((name) => ({ name })) }] });
  }
  const found = await db.read<{ name: string }>(sql`SELECT name FROM revisions WHERE revision = -1 ORDER BY name`);
  expect(found.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
});

test('values beside a row stay with it, and missing ones are null', async () => {
  const { db } = app.database;
  const kind: EffectKind = {
    name: 'besides',
    texts: ['first', 'second'],
    statement: (rows, texts) => sql`
      INSERT INTO revisions (name, revision)
      SELECT concat_ws(' ', r.id, COALESCE(${jsonOf('first')} ->> 'says', '-'), COALESCE(${jsonOf('second')} ->> 'says', '-')), -2
      FROM ROWS FROM (${texts}, ${rows} AS (item int, id text)) AS r(first, second) JOIN guarded USING (item)`,
  };
  const row = (id: string, first?: string | null, second?: string) => ({
    id,
    first: first && { says: first },
    second: second && { says: second },
  });
  const changeOf = (...rows: object[]) => ({ effects: [{ kind, rows }] });
  await applyTogether(db, [
    changeOf(row('1', null, 'a'), row('2', '"\u001e\\', 'b')),
    changeOf(row('3'), row('4', 'd')),
  ]);
  await apply(db, changeOf(row('5')));
  const found = await db.read<{ name: string }>(sql`SELECT name FROM revisions WHERE revision = -2 ORDER BY name`);
  expect(found.map(({ name }) => name)).toEqual(['1 - a', '2 "\u001e\\ b', '3 - -', '4 d -', '5 - -']);
});

test('concurrent reads each return their own row, however similar their keys', async () => {
  const { db } = app.database;
  const echo: Finder = { statement: (keys) => sql`SELECT n, a, b FROM ${keys}` };
  const keys = [
    { a: '', b: '' },
    { a: '0 ', b: '' },
    { a: '', b: '0 ' },
    { a: 'x', b: '1 y' },
    { a: 'x1 y', b: '' },
    { a: '"', b: '\\' },
    { a: 'x', b: '1 y' },
  ];
  const found = await Promise.all(keys.map((key) => db.readByKey<{ n: number }>(echo, key)));
  expect(found).toEqual(keys.map((key) => expect.objectContaining(key)));
  // The last key is requested twice and fetched once.
  expect(new Set(found.map((row) => row?.n)).size).toBe(keys.length - 1);
  // Single keys are bound directly, not as JSON.
  for (const key of keys) expect(await db.readByKey(echo, key)).toEqual({ n: 0, ...key });
});
