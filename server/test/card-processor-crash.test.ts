import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { activeCard } from './support/cards.ts';
import { openTestDatabase } from './support/database.ts';
import { newPayer } from './support/payments.ts';
import { Processor, processorEnvironment } from './support/processor.ts';
import { balances } from './support/purchases.ts';
import { ServerHome, type ServerProcess, until } from './support/server-process.ts';

let home: ServerHome;
let database: Awaited<ReturnType<typeof openTestDatabase>>;
afterEach(async () => {
  await home.clean();
  await database.close();
});

test.each(['AUTHORIZATION', 'AUTHORIZATION_ADVICE'])(
  'an approved %s that was not answered before its server was killed is reverted by the next server',
  async (kind) => {
    home = new ServerHome();
    database = await openTestDatabase();
    const env = { DATABASE_URL: database.url, ...processorEnvironment };
    const first = await home.start(env);
    const payer = await newPayer(first.client, { balance: 10_000 });
    const { processorRef } = await activeCard(first.client, { holder: payer });
    const processor = new Processor(first, processorRef);
    const opening = processor.message('AUTHORIZATION', 100);
    const { body: open } = await processor.send('authorizations', opening);
    expect(open).toMatchObject({ decision: 'APPROVED' });

    const { transactionToken } = kind === 'AUTHORIZATION' ? processor.message(kind, 0) : opening;
    const late = processor.message(kind, 300, { transactionToken });
    const answer = { messageId: late.messageId, decision: 'DECLINED', declineReason: 'TIMED_OUT' };
    await killedWhileItDecides(first, payer, async () =>
      expect((await processor.send('authorizations', late)).body).toEqual(answer),
    );

    const { client, url } = await home.start(env);
    await expect.poll(() => balances(client, payer.accountId), { timeout: 60_000 }).toEqual([9_900, 10_000]);
    expect((await client.get(`/transactions/${open.cardTransactionId}`)).body).toMatchObject({
      status: 'AUTHORIZED',
      authorizedAmount: { amount: 100 },
    });
    expect((await new Processor({ url }, processorRef).send('authorizations', late)).body).toEqual(answer);
    const audit = await home.spawn(env, ['ledger', 'audit']);
    expect(`${await audit.ended}: ${audit.stderr}`).toBe('0: ');
  },
  120_000,
);

/** Kills the server after its response, while PostgreSQL still executes the statement of the decision. */
async function killedWhileItDecides(
  server: ServerProcess,
  { accountId }: { accountId: string },
  send: () => Promise<void>,
): Promise<void> {
  const blocker = new pg.Client(database.connection);
  await blocker.connect();
  await blocker.query('BEGIN');
  await blocker.query('SELECT 1 FROM accounts WHERE id = $1 FOR UPDATE', [accountId]);
  await send();
  await server.kill();
  await blocker.query('COMMIT');
  await blocker.end();
  const approvals = async () =>
    (await database.db.pool.query("SELECT 1 FROM card_messages WHERE answer LIKE '%APPROVED%'")).rowCount;
  await until(async () => (await approvals()) === 2, 'PostgreSQL to commit the decision');
}
