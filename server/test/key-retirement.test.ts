import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../src/foundation/config.ts';
import { listDataKeys } from '../src/foundation/db/vault.ts';
import { rotate, status } from '../src/start/command/keys.ts';
import { agentClient, createdAgent, redeem } from './support/agents.ts';
import { TestApp } from './support/app.ts';
import { activeCard } from './support/cards.ts';
import type { Client } from './support/client.ts';
import { newPayer } from './support/payments.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

function invocation() {
  const { host, port, user, database } = app.database.connection;
  const databaseUrl = `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  const config = { ...readConfig({}), databaseUrl, masterKeys: [app.masterKey], dataDir: '/nonexistent' };
  return { config, options: {}, isJson: false, note: () => {}, print: () => {} };
}

/** `causeway keys rotate`; with `retireAfterMs` 0 it assumes that servers have loaded earlier keys. */
async function rotateKeys(retireAfterMs?: number): Promise<any> {
  const { json } = await rotate(invocation(), { settleMs: 0, ...(retireAfterMs !== undefined && { retireAfterMs }) });
  await app.app.accessCache.catchUp();
  return json;
}

const keyIds = async (): Promise<string[]> => (await listDataKeys(app.database.db)).map(({ id }) => id);

interface KeyLine {
  id: string;
  isCurrent: boolean;
  uses: Record<string, number>;
}
const usesOf = async (id: string): Promise<Record<string, number> | undefined> =>
  ((await status(invocation())).json as { data: KeyLine[] }).data.find((key) => key.id === id)?.uses;

const newAgentCode = async (client: Client): Promise<string> =>
  (await createdAgent(client, { payer: await newPayer(client) })).deviceCode.code;

describe('a key rotation', () => {
  it('replaces the sealing and the hashing key, and all existing data stays valid', async () => {
    const { client } = app;
    const operator = await app.newOperator();
    const beside = await TestApp.start({ beside: app });
    await client.get('/config');
    const before = await keyIds();
    const rotated = await rotateKeys();
    expect((await keyIds()).filter((id) => !before.includes(id)).sort()).toEqual(
      [rotated.sealingKey, rotated.hashingKey].sort(),
    );
    // Each server hashes with the new key and accepts hashes of the other server, even before it has polled.
    const { body: token } = await client.post('/tokens', { name: 'new', permissions: ['VIEW'] });
    const fresh = { clientId: token.clientId, clientSecret: token.clientSecret };
    expect([
      (await client.get('/config')).status,
      (await operator.get('/operator/platforms')).status,
      (await beside.client.with(fresh).get('/config')).status,
      (await client.with({ ...client, clientSecret: 'wrong' }).get('/config')).status,
    ]).toEqual([200, 200, 200, 401]);
    expect(app.app.vault.hashingKey).toBe(rotated.hashingKey);
    const { body: actions } = await operator.get('/operator/actions?limit=1');
    expect(actions.data[0]).toMatchObject({ action: 'KEYS_ROTATED', systemUser: expect.any(String) });
    expect(JSON.stringify(actions)).not.toContain('wrapped');
    await beside.stop();
  });

  it('keeps an old hashing key while rows depend on it, and retires it afterwards', async () => {
    const platform = await app.newPlatform();
    const idle = await app.clientWith(['VIEW'], platform);
    const operator = await app.newOperator();
    const code = await newAgentCode(platform);
    const { body: redeemed } = await redeem(platform, await newAgentCode(platform));
    const agent = agentClient(platform, redeemed);
    const asAgent = async () => (await agent.get('/agents/me')).status;
    await activeCard(platform);
    const old = app.app.vault.hashingKey;
    const { kept } = await rotateKeys(0);
    const [uses] = kept.filter(({ id }: KeyLine) => id === old).map((key: KeyLine) => key.uses);
    expect(uses).toMatchObject({ 'access tokens of agents': 1, 'device codes': 2 });
    expect(uses['API tokens']).toBeGreaterThanOrEqual(2);
    expect(uses).not.toHaveProperty('card numbers');

    expect((await platform.get('/config')).status).toBe(200);
    expect((await operator.get('/operator/platforms')).status).toBe(200);
    expect(await asAgent()).toBe(200);
    expect((await redeem(platform, code)).status).toBe(200);
    const less = await usesOf(old);
    expect(less?.['API tokens']).toBe(uses['API tokens'] - 1);
    expect(less).not.toHaveProperty('access tokens of agents');

    expect((await idle.get('/config')).status).toBe(200);
    await app.database.db.pool.query(`DELETE FROM api_tokens WHERE length(secret_hash) = 32 OR client_id <> ALL ($1)`, [
      [platform.clientId, idle.clientId, app.client.clientId],
    ]);
    await app.client.get('/config');
    await app.database.db.pool.query(`UPDATE operators SET revoked_at = now() WHERE id <> $1`, [operator.clientId]);
    await app.database.db.pool.query(`UPDATE agents SET device_code_expires_at = '2020-01-01'`);
    const { retired } = await rotateKeys(0);
    expect(retired).toContain(old);
    expect(await keyIds()).not.toContain(old);
    expect([(await idle.get('/config')).status, (await platform.get('/config')).status, await asAgent()]).toEqual([
      200, 200, 200,
    ]);
    expect((await operator.get('/operator/platforms')).status).toBe(200);
  });

  it('retires unused sealing keys once every server has loaded the newer one', async () => {
    const { sealingKey } = await rotateKeys();
    const { sealingKey: next, retired } = await rotateKeys();
    expect(retired).toEqual([]);
    expect(await keyIds()).toContain(sealingKey);
    const later = await rotateKeys(0);
    expect(later.retired).toEqual(expect.arrayContaining([sealingKey, next]));
    expect((await keyIds()).filter((id) => id.startsWith('seal-'))).toEqual([later.sealingKey]);
    await app.app.housekeeping.run();
    expect(app.app.vault.sealingKey).toBe(later.sealingKey);
  });
});
