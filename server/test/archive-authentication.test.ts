import { createHmac, randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeCode } from '../src/engine/archive/authentication-code.ts';
import { findArchiveKey } from '../src/engine/archive/keys.ts';
import { readConfig } from '../src/foundation/config.ts';
import { attachPeriod, changePartitions, detachPeriod, listPeriods } from '../src/foundation/db/periods.ts';
import { sql } from '../src/foundation/db/sql.ts';
import { earliestUuid, uuidOf } from '../src/foundation/kernel/ids.ts';
import { UsageError } from '../src/foundation/runtime/errors.ts';
import { list, restore, write } from '../src/start/command/archive.ts';
import { rotate } from '../src/start/command/keys.ts';
import { TestApp } from './support/app.ts';
import { isOfPlatform } from './support/stored-events.ts';

const FROM = new Date('2025-01-01');
const TO = new Date('2025-01-09');
const CODE = /^HMAC-SHA256 (archive-[0-9a-f-]{36}) ([0-9a-f]{64})\n$/;
const root = mkdtempSync(join(tmpdir(), 'causeway-test-'));
/** Directory of the housekeeping. */
const archive = join(root, 'archive');

let app: TestApp;
let directory: string;
/** Archives that exist at the begin of every test. */
let names: string[];

beforeAll(async () => {
  app = await TestApp.start({ config: { archiveDirectory: archive } });
});
beforeEach(async () => {
  const { db } = app.database;
  await changePartitions(db, (query) => attachPeriod(query, { from: FROM, to: TO }));
  await db.write(sql`
    INSERT INTO events (platform_id, id, type, resource_id, sequence, created_at, data)
    SELECT ${uuidOf(app.client.platformId)}::uuid, ${earliestUuid(FROM)}::uuid, 'TEST', 'Customer:x', 1, ${FROM}, '\\x7b7d'`);
  directory = mkdtempSync(join(root, 'written-'));
  await run(write, { to: directory, before: TO });
  names = readdirSync(directory).filter((name) => name.endsWith('.gz'));
  expect(names).toHaveLength(3);
});
/** Removes the period, so that the next test can create it again. */
afterEach(async () => {
  const { db } = app.database;
  await db.write(sql`DELETE FROM restored_periods`);
  await app.app.housekeeping.run();
  expect((await listPeriods(db)).filter(({ from }) => from <= FROM)).toEqual([]);
  await app.audit();
});
afterAll(async () => {
  await app.stop();
  rmSync(root, { recursive: true });
});

type Command<T> = (invocation: {
  config: ReturnType<typeof readConfig>;
  options: T;
  isJson: boolean;
  note: (line: string) => void;
  print: () => void;
}) => Promise<unknown>;

type Server = Pick<TestApp, 'database' | 'masterKey'>;

/** Runs a command on the database of the server; returns its JSON and its output to stderr. */
async function run<T extends object>(command: Command<T>, options: T, of: Server = app, files = directory) {
  const { host, port, user, database } = of.database.connection;
  const databaseUrl = `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  const config = { ...readConfig({}), databaseUrl, masterKeys: [of.masterKey], archiveDirectory: files };
  const notes: string[] = [];
  const note = (line: string) => notes.push(line);
  const { json, text } = (await command({ config, options, isJson: false, note, print: () => {} })) as any;
  return { json, text, notes };
}

const path = (name: string): string => join(directory, name);
const events = (): string => names.find((name) => name.startsWith('events')) ?? '';
const restored = (options = {}, of: Server = app) =>
  run(restore, { files: [path(events())], keepDays: 30, ...options }, of);

/** The authenticity of the file of events, as "archive list" shows it. */
async function authenticity(of: Server = app, files = directory): Promise<string> {
  const { json } = await run(list, {}, of, files);
  return json.files.find((file: { path: string }) => file.path.endsWith(events())).authenticity;
}

async function removeRows(): Promise<void> {
  await app.database.db.write(sql`DELETE FROM events WHERE ${isOfPlatform(app.client)} AND created_at = ${FROM}`);
}
const rowsRestored = async (): Promise<number> =>
  (await app.database.db.read(sql`SELECT 1 FROM events WHERE created_at = ${FROM}`)).length;

async function expectRejected(reason: RegExp, options = {}): Promise<void> {
  await removeRows();
  const error = await restored(options).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(UsageError);
  expect(error.message).toMatch(reason);
  expect(await rowsRestored()).toBe(0);
}

describe('the authentication code of an archive', () => {
  it('is the HMAC-SHA-256 of the bytes of the file under the key that its line names', async () => {
    for (const name of names) {
      const [, keyId = '', code] = CODE.exec(readFileSync(path(`${name}.hmac`), 'utf8')) ?? [];
      const key = await findArchiveKey({ db: app.database.db, vault: app.app.vault }, keyId);
      expect(code).toBe(
        createHmac('sha256', key?.secret ?? '')
          .update(readFileSync(path(name)))
          .digest('hex'),
      );
    }
  });

  it('is written by the housekeeping, before the period is dropped, and accepted by a restore', async () => {
    rmSync(archive, { recursive: true, force: true });
    await app.app.housekeeping.run();
    const written = readdirSync(archive).filter((name) => name.includes('20250101_20250109'));
    expect(written.sort()).toEqual(names.flatMap((name) => [name, `${name}.hmac`]).sort());
    expect(await rowsRestored()).toBe(0);
    expect(await authenticity(app, archive)).toBe('AUTHENTIC');
    const { json } = await run(restore, { files: [join(archive, events())], keepDays: 30 });
    expect(json.restored).toEqual([expect.objectContaining({ added: 1, isVerified: true })]);
    expect(await rowsRestored()).toBe(1);
  });
});

describe('an archive that is not as it was written', () => {
  const changes: Record<string, (name: string) => void> = {
    'has a changed byte': (name) => {
      const bytes = readFileSync(path(name));
      bytes[100] = (bytes[100] ?? 0) ^ 1;
      writeFileSync(path(name), bytes);
    },
    'is cut off': (name) => writeFileSync(path(name), readFileSync(path(name)).subarray(0, -1)),
    'is empty': (name) => writeFileSync(path(name), ''),
    'was packed again by somebody else': (name) => writeFileSync(path(name), gzipSync('[]\n')),
    'has the code of another file': (name) => {
      const other = names.find((one) => one !== name) ?? '';
      const [mine, its] = [name, other].map((one) => readFileSync(path(`${one}.hmac`)));
      writeFileSync(path(`${name}.hmac`), its ?? '');
      writeFileSync(path(`${other}.hmac`), mine ?? '');
    },
    'has a code that is cut off': (name) =>
      writeFileSync(path(`${name}.hmac`), readFileSync(path(`${name}.hmac`)).subarray(0, -2)),
    'has an empty code': (name) => writeFileSync(path(`${name}.hmac`), ''),
  };

  it.each(Object.entries(changes))('because it %s is shown as changed, and never restored', async (_, change) => {
    change(events());
    expect(await authenticity()).toBe('CHANGED');
    await expectRejected(/one of the two was changed/);
    await expectRejected(/one of the two was changed/, { unverified: true });
  });

  it('is listed without its content', async () => {
    writeFileSync(path(events()), gzipSync('[]\n'));
    const { json, text } = await run(list, {});
    const file = json.files.find(({ authenticity: shown }: { authenticity: string }) => shown === 'CHANGED');
    expect(file).toEqual({ path: path(events()), authenticity: 'CHANGED' });
    expect(text).toMatch(/not read +\S+events_20250101_20250109\.jsonl\.gz +was changed, or its code was/);
  });
});

describe('an archive whose origin nothing proves', () => {
  it('is rejected without a code, unless the operator accepts it, which is recorded', async () => {
    rmSync(path(`${events()}.hmac`));
    expect(await authenticity()).toBe('WITHOUT_CODE');
    await expectRejected(/there is no file events_20250101_20250109\.jsonl\.gz\.hmac beside it/);
    const { json, notes } = await restored({ unverified: true });
    expect(json.restored).toEqual([expect.objectContaining({ added: 1, isVerified: false })]);
    expect(notes[0]).toMatch(/^warning: nothing proves that .+ was written by this server$/);
    expect(await rowsRestored()).toBe(1);
    const [action] = await app.database.db.read<{ details: object }>(
      sql`SELECT details FROM operator_actions WHERE action = 'ARCHIVE_RESTORED' ORDER BY id DESC LIMIT 1`,
    );
    expect(action?.details).toMatchObject({ isVerified: false });
  });

  it('is rejected when another server wrote it, whether that has keys of its own or not', async () => {
    const other = await TestApp.start();
    try {
      expect(await authenticity(other)).toBe('UNKNOWN_KEY');
      const attempt = () => restored({}, other);
      await expect(attempt()).rejects.toThrow(/written with a key that this database does not have/);
      const own = mkdtempSync(join(root, 'other-'));
      await changePartitions(other.database.db, (query) => attachPeriod(query, { from: FROM, to: TO }));
      await run(write, { to: own, before: TO }, other);
      expect(await authenticity(other)).toBe('UNKNOWN_KEY');
      await expect(attempt()).rejects.toThrow(/written with a key that this database does not have/);
      expect(await authenticity(other, own)).toBe('AUTHENTIC');
    } finally {
      await other.stop();
    }
  });

  it('is rejected when its code names the key of this server, but was made with another one', async () => {
    const [, keyId] = CODE.exec(readFileSync(path(`${events()}.hmac`), 'utf8')) ?? [];
    const forged = createHmac('sha256', 'guessed')
      .update(readFileSync(path(events())))
      .digest('hex');
    writeFileSync(path(`${events()}.hmac`), `HMAC-SHA256 ${keyId} ${forged}\n`);
    await expectRejected(/one of the two was changed/, { unverified: true });
  });
});

describe('the key of archives', () => {
  const rotateKeys = (of: Server, previous?: Buffer) =>
    run(
      (invocation) => {
        const masterKeys = previous ? [of.masterKey, previous] : [of.masterKey];
        const config = { ...invocation.config, masterKeys };
        return rotate({ ...invocation, config }, { settleMs: 0, retireAfterMs: 0 });
      },
      {},
      of,
    );

  it('survives a rotation of the data keys with the retirement of the old ones', async () => {
    const before = readFileSync(path(`${events()}.hmac`), 'utf8');
    expect((await rotateKeys(app)).json.retired).toContain('seal-1');
    expect(await authenticity()).toBe('AUTHENTIC');
    await removeRows();
    expect((await restored()).json.restored[0]).toMatchObject({ added: 1, isVerified: true });
    await run(write, { to: directory, before: TO });
    expect(CODE.exec(readFileSync(path(`${events()}.hmac`), 'utf8'))?.[1]).toBe(CODE.exec(before)?.[1]);
  });

  it('survives a new master key', async () => {
    const { database, masterKey } = app;
    const renewed = { database, masterKey: randomBytes(32) };
    await rotateKeys(renewed, masterKey);
    expect(await authenticity(renewed)).toBe('AUTHENTIC');
    await rotateKeys(app, renewed.masterKey);
    expect(await authenticity()).toBe('AUTHENTIC');
  });

  it('that was lost with its database leaves files that are restored unverified only', async () => {
    await app.database.db.write(sql`DELETE FROM archive_keys`);
    expect(await authenticity()).toBe('UNKNOWN_KEY');
    await expectRejected(/written with a key that this database does not have/);
    expect((await restored({ unverified: true })).json.restored[0]).toMatchObject({ added: 1, isVerified: false });
  });

  it('is stored sealed, once, however many archives are written', async () => {
    await run(write, { to: directory, before: TO });
    const keys = await app.database.db.read<{ id: string; secret_sealed: string }>(sql`SELECT * FROM archive_keys`);
    expect(keys).toEqual([expect.objectContaining({ secret_sealed: expect.stringMatching(/^seal-[^.]+\.[\w-]+$/) })]);
  });
});

describe('computing the code of a large file', () => {
  it('marks the file as in use, so that no other process takes it for abandoned', async () => {
    const large = path('large');
    const file = await open(large, 'wx+');
    await file.truncate(300 * 1_048_576);
    await file.utimes(0, 0);
    await writeCode(file, large, { id: 'archive-1', secret: randomBytes(32) });
    expect((await file.stat()).mtimeMs).toBeGreaterThan(0);
    await file.close();
    rmSync(large);
  });
});

describe('an interrupted write of an archive', () => {
  it('between code and archive leaves no archive, and the next run writes both', async () => {
    const target = join(root, 'interrupted');
    // A directory in place of the archive makes the rename fail after the authentication code was written.
    mkdirSync(join(target, events()), { recursive: true });
    await expect(run(write, { to: target, before: TO })).rejects.toThrow(UsageError);
    expect(readdirSync(target)).toContain(`${events()}.hmac`);
    rmdirSync(join(target, events()));
    expect((await run(list, {}, app, target)).json.files).toEqual([]);
    await run(write, { to: target, before: TO });
    expect(await authenticity(app, target)).toBe('AUTHENTIC');
  });

  it('of a removed period by a crash is repaired by the housekeeping, which drops the period after that', async () => {
    const { db } = app.database;
    await detachPeriod(db, { from: FROM, to: TO }, async () => {});
    mkdirSync(archive, { recursive: true });
    const place = join(archive, events());
    rmSync(place, { force: true });
    // Leaves the files of a process that was killed before the rename.
    copyFileSync(path(events()), `${place}.part`);
    copyFileSync(path(`${events()}.hmac`), `${place}.hmac`);
    utimesSync(`${place}.part`, new Date(0), new Date(0));
    await app.app.housekeeping.run();
    expect(existsSync(`${place}.part`)).toBe(false);
    expect(await authenticity(app, archive)).toBe('AUTHENTIC');
    expect((await listPeriods(db)).filter(({ from }) => from <= FROM)).toEqual([]);
  });

  it('over an older copy leaves that copy unaccepted until the next run', async () => {
    await removeRows();
    // Puts the authentication code of the new file beside the old archive.
    const target = mkdtempSync(join(root, 'newer-'));
    await run(write, { to: target, before: TO });
    copyFileSync(join(target, `${events()}.hmac`), path(`${events()}.hmac`));
    expect(await authenticity()).toBe('CHANGED');
    await run(write, { to: directory, before: TO });
    expect(await authenticity()).toBe('AUTHENTIC');
  });
});
