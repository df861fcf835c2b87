import { afterAll, beforeAll, expect, test } from 'vitest';
import { apply } from '../src/db/effects.ts';
import { sql } from '../src/db/sql.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { newId } from '../src/kernel/ids.ts';
import { emit } from '../src/webhooks/events.ts';
import { TestApp } from './support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

test('texts that are written by one statement stay apart and unchanged, whatever characters they are of', async () => {
  const { db } = app.database;
  const said = ['plain', '', 'a\u001eb', '"\\\n\u0000', '\u001e', 'ünïcode 🚀', "it's $1 and E'\\x1e'"];
  const events = said.map((text, i) => ({
    platformId: app.client.platformId,
    id: newId('Webhook'),
    type: 'TEST' as const,
    resourceId: `resource ${i}`,
    data: { text },
    sequence: i + 1,
    at: systemClock.now(),
  }));
  await apply(db, { effects: [emit(events)] });
  for (const [i, { id, sequence }] of events.entries()) {
    const [row] = await db.read<{ payload: string; resource_id: string; sequence: bigint }>(
      sql`SELECT payload, resource_id, sequence FROM events WHERE id = ${id}`,
    );
    expect(row).toMatchObject({ resource_id: `resource ${i}`, sequence: BigInt(sequence) });
    expect(JSON.parse(row?.payload ?? '')).toMatchObject({ id, sequence, data: { text: said[i] } });
  }
});
