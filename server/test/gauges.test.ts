import { afterAll, beforeAll, expect, it } from 'vitest';
import { configuredFunding } from '../src/engine/providers/funding/configured.ts';
import { readConfig } from '../src/foundation/config.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { addMs, HOUR_MS, SECOND_MS } from '../src/foundation/kernel/clock.ts';
import { newId, uuidOf } from '../src/foundation/kernel/ids.ts';
import { receiveBankCredit } from '../src/payments/arrivals/bank.ts';
import { TestApp } from './support/app.ts';
import { bankingWith } from './support/banking.ts';
import { HandClock } from './support/hand-clock.ts';
import { newPayer } from './support/payments.ts';
import { plainData } from './support/stored-events.ts';

const rates = new URL('./fixtures/fx/eurofxref-daily.xml', import.meta.url);
const clock = new HandClock();
let app: TestApp;

beforeAll(async () => {
  // One day after the rates, whose day ends at 16:00 in Frankfurt.
  clock.at = new Date('2026-11-14T12:00:00.000Z');
  app = await TestApp.start({ config: readConfig({ FX_ECB_FILE: rates.pathname }), clock });
});
afterAll(() => app.stop());

/** The gauges of the database, by name and labels. The result of a recent scrape is reused. */
async function scraped(): Promise<Record<string, number>> {
  clock.move(6 * SECOND_MS);
  const text = await (await fetch(`${app.url}/metrics`)).text();
  const lines = text.matchAll(
    /^causeway_((?:jobs_dead|jobs_overdue|webhooks_\w+|suspense_balance|unmatched_credits|reviews_waiting|exchange_rates_age_seconds|bank_file_age_seconds)(?:\{[^}]*\})?) (\S+)$/gm,
  );
  return Object.fromEntries([...lines].map(([, name = '', value]) => [name, Number(value)]));
}

it('/metrics reports pending work and its age', async () => {
  const { db } = app.database;
  const before = await scraped();
  expect(before).toMatchObject({
    jobs_dead: 0,
    jobs_overdue: 0,
    webhooks_pending: 0,
    webhooks_oldest_age_seconds: 0,
    'suspense_balance{currency="USD"}': 0,
    unmatched_credits: 0,
    reviews_waiting: 0,
  });
  expect(before['exchange_rates_age_seconds']).toBeGreaterThan(HOUR_MS / SECOND_MS);
  expect(before).not.toHaveProperty('bank_file_age_seconds');

  const { platformId } = app.client;
  const { customerId } = await newPayer(app.client, { balance: 0 });
  // Workers skip the jobs of a platform whose clock is being advanced.
  const now = clock.now();
  const held = await app.newPlatform();
  await db.write(sql`UPDATE platforms SET advancing_until = ${addMs(now, HOUR_MS)} WHERE id = ${held.platformId}`);
  const job = sql`INSERT INTO jobs (platform_id, id, kind, resource_id, payload, state, run_at, due_at, created_at)`;
  for (const state of ['DEAD', 'DEAD', 'READY']) {
    await db.write(
      sql`${job} VALUES (${held.platformId}, ${newId('TimedJob')}, 'test', 'x', '{}', ${state}, ${now}, ${now}, ${now})`,
    );
  }
  await db.write(sql`
    INSERT INTO verifications (platform_id, id, customer_id, status, errors, findings, place, version, created_at, updated_at)
    VALUES (${platformId}, ${newId('Verification')}, ${customerId}, 'PENDING_MANUAL_REVIEW', '[]', '[]', '1', 1, ${now}, ${now})`);
  await db.write(sql`
    INSERT INTO bank_inbox (sha256, name, state, handled, received_at)
    VALUES ('a', 'old', 'PROCESSED', 0, ${addMs(now, -HOUR_MS)}), ('b', 'new', 'PROCESSED', 0, ${addMs(now, -60 * SECOND_MS)})`);
  await db.write(sql`
    INSERT INTO webhook_endpoints (platform_id, url, lease_holder, lease_until)
    VALUES (${platformId}, 'https://example.com', 'another process', ${addMs(now, HOUR_MS)})
    ON CONFLICT (platform_id) DO UPDATE SET lease_holder = EXCLUDED.lease_holder, lease_until = EXCLUDED.lease_until`);
  const id = newId('Webhook');
  await db.write(sql`
    WITH written AS (
      INSERT INTO events (platform_id, id, type, resource_id, sequence, data, created_at)
      VALUES (${uuidOf(platformId)}, ${uuidOf(id)}, 'TEST', 'x', 1, ${plainData({})}, ${now}) RETURNING platform_id, id)
    INSERT INTO pending_deliveries SELECT platform_id, id FROM written`);
  const banking = bankingWith(configuredFunding({}));
  const deps = { db, ledger: app.app.ledger, banking };
  const credit = { account: 'X', amount: 700n, currency: 'USD', remittance: [], payerDetails: {} };
  const entry = { ...credit, fingerprint: 'f', repetition: 0 };
  expect((await receiveBankCredit(deps, entry, { mode: 'PRODUCTION', at: now })).isMatched).toBe(false);

  expect(await scraped()).toMatchObject({
    jobs_dead: 2,
    jobs_overdue: 1,
    webhooks_pending: 1,
    'suspense_balance{currency="USD"}': 700,
    unmatched_credits: 1,
    reviews_waiting: 1,
    bank_file_age_seconds: 66,
  });
  await app.audit();
});

it('/metrics reads its database gauges again only after a few seconds', async () => {
  const { unmatched_credits: before } = await scraped();
  const { db } = app.database;
  await db.write(sql`UPDATE jobs SET state = 'READY', due_at = ${addMs(clock.now(), HOUR_MS)} WHERE state = 'DEAD'`);
  const text = await (await fetch(`${app.url}/metrics`)).text();
  expect(text).toContain('causeway_jobs_dead 2');
  expect(await scraped()).toMatchObject({ jobs_dead: 0, unmatched_credits: before });
});
