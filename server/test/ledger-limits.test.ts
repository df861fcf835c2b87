import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PastPayments } from '../../bench/past-payments.ts';
import { audit } from '../src/engine/ledger/audit.ts';
import { closeDays } from '../src/engine/ledger/closed-days.ts';
import { type Sql, sql } from '../src/foundation/db/sql.ts';
import { systemClock } from '../src/foundation/kernel/clock.ts';
import { APPROVAL, newAgent, pay, policyWith, transferOut } from './support/agents.ts';
import { TestApp } from './support/app.ts';
import { executed, newExternalAccount, quoted } from './support/payment-world.ts';
import { newPayer, quoteFor } from './support/payments.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

const write = (statement: Sql) => app.database.db.write(statement);
const messages = async (platformId: string) =>
  (await audit(app.database.db, { platformId })).findings.map(({ message }) => message);

/** Expects a finding after the corruption, and none after it is undone. */
async function expectFound(platformId: string, corrupt: Sql, { message, undo }: { message: RegExp; undo: Sql }) {
  await write(corrupt);
  expect(await messages(platformId)).toEqual([expect.stringMatching(message)]);
  await write(undo);
  expect(await messages(platformId)).toEqual([]);
}

describe('the audit compares the spending of an agent with its actions', () => {
  test('those approved at once and those approved later, in any currency', async () => {
    const client = await app.newPlatform();
    const agent = await newAgent(client, { policy: policyWith({ spendingLimits: { currency: 'EUR' } }) });
    const of = sql`platform_id = ${client.platformId} AND id = ${agent.id}`;
    await pay(agent);
    await client.patch(`/agents/${agent.id}/policy`, APPROVAL);
    const { body: held } = await transferOut(agent);
    const approval = `/agents/${agent.id}/actions/${held.id}/approve`;
    expect(await messages(client.platformId)).toEqual([]);
    const { status, text } = await client.post(approval);
    expect(status, text).toBe(200);
    expect(await messages(client.platformId)).toEqual([]);
    for (const column of ['daily_count', 'daily_spend', 'monthly_spend']) {
      for (const change of [1, -1]) {
        const changed = (by: number) => sql`
          UPDATE agents SET daily_count = daily_count + ${column === 'daily_count' ? by : 0}::int,
            daily_spend = daily_spend + ${column === 'daily_spend' ? by : 0}::int,
            monthly_spend = monthly_spend + ${column === 'monthly_spend' ? by : 0}::int WHERE ${of}`;
        const message =
          /^on \d{4}-\d\d-\d\d it counts \d actions of \d+, and \d+ in the month; its actions are 2 of \d+, and/;
        await expectFound(client.platformId, changed(change), { message, undo: changed(-change) });
      }
    }
    await client.patch(`/agents/${agent.id}/policy`, { spendingLimits: { currency: 'USD' } });
    expect((await client.get(`/agents/${agent.id}`)).body.policy.spendingLimits.currency).toBe('USD');
    expect(await messages(client.platformId)).toEqual([]);
  });
});

describe('the audit compares daily volumes with transactions', () => {
  test('of quotes and transfers of a customer', async () => {
    const client = await app.newPlatform();
    const { platformId } = client;
    const payer = await newPayer(client);
    const payee = await newExternalAccount(client, { customerId: payer.customerId, type: 'USD_ACCOUNT' });
    const volume = sql`platform_id = ${platformId} AND owner_id = ${payer.customerId}`;
    await executed(client, (await quoted(client, quoteFor(payer, payee))).id);
    const changed = (by: number) => sql`UPDATE daily_volumes SET sent = sent + ${by}::int WHERE ${volume}`;
    const message = (counted: number) => new RegExp(`^${counted} USD count towards daily limits, payments sent 10000$`);
    await expectFound(platformId, changed(1), { message: message(10_001), undo: changed(-1) });
    await expectFound(platformId, changed(-1), { message: message(9_999), undo: changed(1) });
    const [row] = await app.database.db.read<{ row: object }>(
      sql`SELECT to_jsonb(v) AS row FROM daily_volumes v WHERE ${volume}`,
    );
    const again = sql`INSERT INTO daily_volumes SELECT * FROM jsonb_populate_record(NULL::daily_volumes, ${row?.row}::jsonb)`;
    await expectFound(platformId, sql`DELETE FROM daily_volumes WHERE ${volume}`, { message: message(0), undo: again });
    const transfer = { source: { accountId: payer.accountId }, destination: { accountId: payee }, amount: 500 };
    expect((await client.post('/transfer-out', transfer)).status).toBe(201);
    expect(await messages(platformId)).toEqual([]);
    const more = {
      message: /^10501 USD count towards daily limits, payments sent 10000 to 10500$/,
      undo: changed(-1),
    };
    await expectFound(platformId, changed(1), more);
  });
});

describe('the audit checks every closed day', () => {
  let past: PastPayments;
  beforeAll(async () => {
    past = await PastPayments.open(app.database.db);
    await past.growTo(50);
    await closeDays({ db: app.database.db, clock: systemClock });
    expect(await messages(past.platformId)).toEqual([]);
  });

  test.each([
    [
      'the balance of a day that is not the last',
      sql`UPDATE ledger_account_days d SET posted = posted + 1`,
      sql`posted = posted - 1`,
    ],
    ['its held amount', sql`UPDATE ledger_account_days d SET held = held + 1`, sql`held = held - 1`],
    ['its number of entries', sql`UPDATE ledger_account_days d SET entries = entries + 1`, sql`entries = entries - 1`],
  ])('%s', async (_what, corrupt, undo) => {
    const { platformId } = past;
    const [first] = await app.database.db.read<{ account_id: string; day: string }>(sql`
      SELECT account_id, min(day)::text AS day FROM ledger_account_days
      WHERE platform_id = ${platformId} AND account_id = 'rail.nostro:USD' GROUP BY account_id`);
    const row = sql`WHERE platform_id = ${platformId} AND account_id = ${first?.account_id} AND day = ${first?.day}`;
    await expectFound(platformId, sql`${corrupt} ${row}`, {
      message: new RegExp(`^${first?.day} closed with -?\\d+ and \\d+ held, entries make -?\\d+ and 0; it counts`),
      undo: sql`UPDATE ledger_account_days d SET ${undo} ${row}`,
    });
  });

  test('an amount that a flow counts on another day', async () => {
    const { platformId } = past;
    const ofFund = sql`platform_id = ${platformId} AND debit_kind = 'rail.nostro' AND credit_kind = 'customer'`;
    const first = sql`(SELECT min(day) FROM ledger_flow_days WHERE ${ofFund})`;
    const last = sql`(SELECT max(day) FROM ledger_flow_days WHERE ${ofFund})`;
    await write(sql`
      UPDATE ledger_flow_days SET amount = amount + CASE day WHEN ${first} THEN 1 ELSE -1 END
      WHERE ${ofFund} AND day IN (${first}, ${last})`);
    expect((await messages(platformId)).toSorted()).toEqual([
      expect.stringMatching(
        /^the closed flow of \d{4}-\d\d-\d\d from rail.nostro to customer differs by -1 and 0 entries$/,
      ),
      expect.stringMatching(
        /^the closed flow of \d{4}-\d\d-\d\d from rail.nostro to customer differs by 1 and 0 entries$/,
      ),
    ]);
  });
});
