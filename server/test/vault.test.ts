import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DELIVERY_JOB, deliveredMessaging } from '../src/engine/providers/messaging/delivery.ts';
import { readConfig } from '../src/foundation/config.ts';
import { apply } from '../src/foundation/db/effects.ts';
import { sealContext, sealedColumns } from '../src/foundation/db/sealed-columns.ts';
import { rows, sql } from '../src/foundation/db/sql.ts';
import { Vault, WrongMasterKey } from '../src/foundation/db/vault.ts';
import { systemClock } from '../src/foundation/kernel/clock.ts';
import { MasterKeyFile } from '../src/foundation/runtime/master-key-file.ts';
import { rotate } from '../src/start/command/keys.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { openTestDatabase, type TestDatabase } from './support/database.ts';
import { searchDatabase } from './support/search-database.ts';
import { until } from './support/server-process.ts';

const now = (): Date => systemClock.now();
const place = (key: string) => sealContext(sealedColumns.keptResponse, { platform_id: 'Platform:1', key });

const urlOf = ({ connection: { host, port, user, database } }: TestDatabase): string =>
  `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;

interface RotateOptions {
  masterKeys?: Buffer[];
  dataDir?: string;
  master?: boolean;
  /** Wait for running servers. Default: as in the command. */
  settleMs?: number;
  /** The time between the replacement of a key and its retirement. */
  retireAfterMs?: number;
}

/** `causeway keys rotate`, in this process. */
async function rotateKeys(
  database: TestDatabase,
  { masterKeys = [], dataDir = '/nonexistent', master = false, ...timing }: RotateOptions,
): Promise<{ exit: string; json: any; notes: string[] }> {
  const notes: string[] = [];
  const config = { ...readConfig({}), databaseUrl: urlOf(database), masterKeys, dataDir };
  const note = (line: string): void => void notes.push(line);
  const invocation = { config, options: { master }, isJson: false, note, print: () => {} };
  const { exit = 'OK', json } = await rotate(invocation, { settleMs: 0, ...timing });
  return { exit, json, notes };
}

const sealedUnder = async ({ db }: TestDatabase): Promise<string[]> => {
  const found = await db.read<{ key: string }>(
    sql`SELECT DISTINCT split_part(body, '.', 1) AS key FROM idempotency_records WHERE is_sealed ORDER BY 1`,
  );
  return found.map(({ key }) => key);
};

/** Writes many sealed values, like those of many requests. */
async function plant({ db }: TestDatabase, vault: Vault, platformId: string, count: number): Promise<void> {
  const records = Array.from({ length: count }, (_, i) => {
    const key = `planted/${i}`;
    const context = sealContext(sealedColumns.keptResponse, { platform_id: platformId, key });
    return { platform_id: platformId, key, body: vault.seal(JSON.stringify({ i }), context) };
  });
  await db.write(sql`
    INSERT INTO idempotency_records (platform_id, key, fingerprint, status, body, is_sealed, expires_at)
    SELECT platform_id, key, '', 201, body, true, ${new Date('2100-01-01')}
    FROM ${rows(records)} AS r(platform_id text, key text, body text)`);
}

const createToken = (client: Client, key: string) =>
  client.post('/tokens', { name: key, permissions: ['VIEW'] }, { headers: { 'idempotency-key': key } });

describe('a sealed value', () => {
  let database: TestDatabase;
  let vault: Vault;
  beforeAll(async () => {
    database = await openTestDatabase();
    vault = await Vault.open(database.db, [randomBytes(32)], now());
  });
  afterAll(() => database.close());

  it('opens in its own row', async () => {
    expect(await vault.open(vault.seal('hush', place('a')), place('a'))).toBe('hush');
  });

  it('does not open in another row, column or table', async () => {
    const sealed = vault.seal('hush', place('a'));
    await expect(vault.open(sealed, place('b'))).rejects.toThrow();
    const { keptResponse } = sealedColumns;
    const row = { platform_id: 'Platform:1', key: 'a' };
    await expect(vault.open(sealed, sealContext({ ...keptResponse, column: 'other' }, row))).rejects.toThrow();
    await expect(vault.open(sealed, sealContext({ ...keptResponse, table: 'other' }, row))).rejects.toThrow();
  });

  it('has a unique context even if keys contain separators', () => {
    const { keptResponse } = sealedColumns;
    const names = [
      { platform_id: 'a/b', key: 'c' },
      { platform_id: 'a', key: 'b/c' },
      { platform_id: 'a","b', key: 'c' },
      { platform_id: 'a', key: 'b","c' },
    ].map((row) => sealContext(keptResponse, row));
    expect(new Set(names).size).toBe(names.length);
  });

  it('does not open when any part of it was changed', async () => {
    const sealed = vault.seal('hush', place('a'));
    const [keyId = '', blob = ''] = sealed.split('.');
    const bytes = Buffer.from(blob, 'base64url');
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes);
      changed[i] = (changed[i] ?? 0) ^ 1;
      await expect(vault.open(`${keyId}.${changed.toString('base64url')}`, place('a'))).rejects.toThrow();
    }
    await expect(vault.open(`${keyId}.${bytes.subarray(0, -1).toString('base64url')}`, place('a'))).rejects.toThrow();
    await expect(vault.open(`hash-1.${blob}`, place('a'))).rejects.toThrow();
    await expect(vault.open('', place('a'))).rejects.toThrow();
  });

  it('is different each time', () => {
    expect(vault.seal('hush', place('a'))).not.toBe(vault.seal('hush', place('a')));
  });
});

describe('the secrets of a running service', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  it('appear nowhere in plain text in the database', async () => {
    const created = await createToken(app.client, 'planted');
    const operator = await app.newOperator();
    const platform = await operator.post('/operator/platforms', { name: 'x', mode: 'SANDBOX' });
    const sandbox = await app.client.post('/sandbox/platforms', {}, { headers: { 'idempotency-key': 'sandbox' } });
    await app.client.with(created.body).get('/config');
    await app.app.requestLog.flush();
    expect(await searchDatabase(app.database.db, created.body.clientId)).toContain('api_tokens.client_id');
    const secrets = [
      created.body.clientSecret,
      operator.clientSecret,
      platform.body.token.clientSecret,
      sandbox.body.token.clientSecret,
      app.client.clientSecret,
      app.masterKey.toString('hex'),
      app.masterKey.toString('base64'),
    ];
    for (const secret of secrets) expect(await searchDatabase(app.database.db, secret)).toEqual([]);
  });

  it('are replayed after a rotation as before it', async () => {
    const first = await createToken(app.client, 'before');
    const before = app.app.vault.sealingKey;
    const { exit, json } = await rotateKeys(app.database, { masterKeys: [app.masterKey] });
    expect(exit).toBe('OK');
    expect(json).toMatchObject({ isResumed: false, isMasterKeyNew: false, unreadable: [] });
    expect(json.sealingKey).not.toBe(before);
    expect(await sealedUnder(app.database)).toEqual([json.sealingKey]);
    const replay = await createToken(app.client, 'before');
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect(replay.text).toBe(first.text);
    expect(await searchDatabase(app.database.db, first.body.clientSecret)).toEqual([]);
  });

  it('are all re-sealed under the new key, in every column', async () => {
    const { db } = app.database;
    const { vault } = app.app;
    const { platformId } = app.client;
    const old = vault.sealingKey;
    const customer = { customerType: 'INDIVIDUAL', platformCustomerId: 'c', idType: 'SSN', identifier: '219099999' };
    expect((await app.client.post('/customers', customer)).status).toBe(201);
    const due = new Date('2100-01-01');
    const message = { platformId, channel: 'SMS', to: '+1', text: 'Code 4711', at: due, clockOffsetMs: 0 } as const;
    await apply(db, { effects: [deliveredMessaging(vault).send(message)] });
    await createToken(app.client, 'one more');
    const places = ['customers.identifier_sealed', 'idempotency_records.body', 'jobs.payload'];
    expect(await searchDatabase(db, `${old}.`)).toEqual(expect.arrayContaining(places));
    expect(await searchDatabase(db, '219099999')).toEqual([]);

    const { json } = await rotateKeys(app.database, { masterKeys: [app.masterKey] });
    expect(json.unreadable).toEqual([]);
    expect(await searchDatabase(db, `${old}.`)).toEqual([]);
    expect(await searchDatabase(db, `${json.sealingKey}.`)).toEqual(expect.arrayContaining(places));
    const [job] = await db.read<{ resource_id: string; payload: { sealed: string } }>(
      sql`SELECT resource_id, payload FROM jobs WHERE kind = ${DELIVERY_JOB}`,
    );
    const names = { platform_id: platformId, resource_id: job?.resource_id ?? '' };
    const opened = await vault.open(job?.payload.sealed ?? '', sealContext(sealedColumns.waitingMessage, names));
    expect(opened).toContain('Code 4711');
  });

  it('are sealed with the new key within two seconds of a rotation, in every server', async () => {
    const beside = await TestApp.start({ beside: app });
    try {
      const rotation = rotateKeys(app.database, { masterKeys: [app.masterKey], settleMs: 2_000 });
      let isOver = false;
      const traffic = [app.client, beside.client].map(async (client) => {
        for (let i = 0; !isOver; i++) {
          await createToken(client, `${client.url} ${i}`);
          await sleep(100);
        }
      });
      const { json } = await rotation;
      isOver = true;
      await Promise.all(traffic);
      expect([app, beside].map(({ app }) => app.vault.sealingKey)).toEqual([json.sealingKey, json.sealingKey]);
      expect(await sealedUnder(app.database)).toEqual([json.sealingKey]);
    } finally {
      await beside.stop();
    }
  });

  it('sealed with a key that a server has not loaded are opened by it immediately', async () => {
    const other = await Vault.open(app.database.db, [app.masterKey], now());
    await other.rotate({ now: now(), withNewKey: true });
    expect(await app.app.vault.open(other.seal('hush', place('a')), place('a'))).toBe('hush');
  });
});

describe('a new master key', () => {
  it('replaces the old one, which then opens nothing, while tokens and replays stay valid', async () => {
    const app = await TestApp.start();
    try {
      const { db } = app.database;
      const first = await createToken(app.client, 'kept');
      const fresh = randomBytes(32);
      const { exit } = await rotateKeys(app.database, { masterKeys: [fresh, app.masterKey] });
      expect(exit).toBe('OK');
      await expect(Vault.open(db, [app.masterKey], now())).rejects.toThrow(WrongMasterKey);
      const vault = await Vault.open(db, [fresh], now());
      const [kept] = await db.read<{ body: string }>(sql`SELECT body FROM idempotency_records WHERE key = 'kept'`);
      const context = sealContext(sealedColumns.keptResponse, { platform_id: app.client.platformId, key: 'kept' });
      expect(await vault.open(kept?.body ?? '', context)).toBe(first.text);
      expect(await vault.verify(first.body.clientSecret, app.app.vault.hash(first.body.clientSecret))).toBe(true);
    } finally {
      await app.stop();
    }
  });

  it('that a running server does not have is logged once, and the server continues with its keys', async () => {
    const app = await TestApp.start();
    try {
      await rotateKeys(app.database, { masterKeys: [randomBytes(32), app.masterKey] });
      const complaints = () => app.logs.filter((line) => line.includes('keys were rotated'));
      await until(async () => {
        expect((await app.client.get('/config')).status).toBe(200);
        return complaints().length > 0;
      }, 'the server to notice');
      await sleep(1_000);
      expect((await createToken(app.client, 'later')).status).toBe(201);
      expect((await createToken(app.client, 'later')).headers.get('idempotent-replayed')).toBe('true');
      expect(complaints()).toHaveLength(1);
    } finally {
      await app.stop();
    }
  });

  it('is rejected without the old one, and nothing is changed', async () => {
    const app = await TestApp.start();
    try {
      const { db } = app.database;
      const before = await db.read(sql`SELECT * FROM data_keys ORDER BY id`);
      await expect(rotateKeys(app.database, { masterKeys: [randomBytes(32)] })).rejects.toThrow(WrongMasterKey);
      expect(await db.read(sql`SELECT * FROM data_keys ORDER BY id`)).toEqual(before);
    } finally {
      await app.stop();
    }
  });
});

describe('a rotation', () => {
  let app: TestApp;
  const rotation = () => rotateKeys(app.database, { masterKeys: [app.masterKey] });
  beforeAll(async () => {
    app = await TestApp.start();
    await plant(app.database, app.app.vault, app.client.platformId, 1_203);
  });
  afterAll(() => app.stop());

  it('re-seals every value in batches and reports its progress', async () => {
    const { json, notes } = await rotation();
    expect(json.resealed).toBe(1_203);
    expect(notes.filter((note) => note.includes('re-sealed'))).toEqual([
      'idempotency_records.body: 500 of 1203 re-sealed',
      'idempotency_records.body: 1000 of 1203 re-sealed',
      'idempotency_records.body: 1203 of 1203 re-sealed',
    ]);
    expect(await sealedUnder(app.database)).toEqual([json.sealingKey]);
  });

  it('that was interrupted is finished by the next one, under the key it had created', async () => {
    const { db } = app.database;
    const vault = await Vault.open(db, [app.masterKey], now());
    await vault.rotate({ now: now(), withNewKey: true });
    const [row] = await db.read<{ key: string; body: string }>(
      sql`SELECT key, body FROM idempotency_records ORDER BY key LIMIT 1`,
    );
    const context = sealContext(sealedColumns.keptResponse, {
      platform_id: app.client.platformId,
      key: row?.key ?? '',
    });
    const done = vault.seal(await vault.open(row?.body ?? '', context), context);
    await db.write(sql`UPDATE idempotency_records SET body = ${done} WHERE key = ${row?.key}`);

    const { json } = await rotation();
    expect(json).toMatchObject({ isResumed: true, sealingKey: vault.sealingKey, resealed: 1_202 });
    expect(await sealedUnder(app.database)).toEqual([vault.sealingKey]);
    const next = await rotation();
    expect(next.json).toMatchObject({ isResumed: false, resealed: 1_203 });
  });

  it('concurrent with another leaves every value readable under the newest key', async () => {
    const results = await Promise.all([rotation(), rotation()]);
    expect(results.map(({ exit }) => exit)).toEqual(['OK', 'OK']);
    const last = await rotation();
    expect(last.json.unreadable).toEqual([]);
    expect(await sealedUnder(app.database)).toEqual([last.json.sealingKey]);
  });

  it('reports the values that open under no key, leaves them, and re-seals the others', async () => {
    const { db } = app.database;
    await db.write(sql`UPDATE idempotency_records SET body = body || 'x' WHERE key = 'planted/7'`);
    const { exit, json } = await rotation();
    expect(exit).toBe('FINDINGS');
    expect(json).toMatchObject({ isResumed: false, resealed: 1_202 });
    expect(json.unreadable).toHaveLength(1);
    expect(json.unreadable[0]).toContain('planted/7');
  });
});

describe('the master key of a data directory', () => {
  let database: TestDatabase;
  let dataDir: string;
  let file: MasterKeyFile;
  beforeAll(async () => {
    database = await openTestDatabase();
    dataDir = mkdtempSync(join(tmpdir(), 'causeway-test-'));
    file = new MasterKeyFile(dataDir);
    await file.ensure();
  });
  afterAll(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true });
  });
  const openServer = () => Vault.open(database.db, () => file.read(), now());
  const change = () => rotateKeys(database, { dataDir, master: true });
  const content = (): string => readFileSync(file.path, 'utf8');

  it('is created once, readable by its owner only', async () => {
    const first = content();
    await Promise.all([file.ensure(), new MasterKeyFile(dataDir).ensure()]);
    expect(content()).toBe(first);
    expect(statSync(file.path).mode & 0o777).toBe(0o600);
  });

  it('is replaced while a server runs, which seals and opens with the new keys', async () => {
    const server = await openServer();
    const old = content();
    const sealed = server.seal('hush', place('a'));
    const { json } = await change();
    expect(json).toMatchObject({ isMasterKeyNew: true, isResumed: false });
    expect(content()).not.toBe(old);
    await expect(Vault.open(database.db, [Buffer.from(old.trim(), 'hex')], now())).rejects.toThrow(WrongMasterKey);
    await server.follow(json.sealingKey);
    expect(server.sealingKey).toBe(json.sealingKey);
    expect(await (await openServer()).open(sealed, place('a'))).toBe('hush');
    expect(existsSync(`${file.path}.next`)).toBe(false);
  });

  it('opens after a change interrupted before any data key was wrapped, and the next change finishes it', async () => {
    const [next] = await file.prepareNext();
    await openServer();
    const { json } = await rotateKeys(database, { dataDir });
    expect(json.isMasterKeyNew).toBe(true);
    expect(content().trim()).toBe(next?.toString('hex'));
    await openServer();
  });

  it('opens after a change interrupted before the file was replaced, and the next change finishes it', async () => {
    const masters = await file.prepareNext();
    const vault = await Vault.open(database.db, masters, now());
    await vault.rotate({ now: now(), withNewKey: true });
    const server = await openServer();
    expect(server.sealingKey).toBe(vault.sealingKey);
    await change();
    expect(content().trim()).toBe(masters[0]?.toString('hex'));
    expect(existsSync(`${file.path}.next`)).toBe(false);
    await openServer();
  });

  it('that is lost is not replaced by another one', async () => {
    const lost = mkdtempSync(join(tmpdir(), 'causeway-test-'));
    await expect(rotateKeys(database, { dataDir: lost })).rejects.toThrow(/master\.key is missing/);
    expect(existsSync(join(lost, 'master.key'))).toBe(false);
    rmSync(lost, { recursive: true });
  });
});
