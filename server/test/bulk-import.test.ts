import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../src/foundation/db/sql.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import { until } from './support/server-process.ts';
import { eventsOfResource } from './support/stored-events.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

const HEADER =
  'umaAddress,platformCustomerId,customerType,fullName,birthDate,addressLine1,city,state,postalCode,country,email,businessLegalName';

const MEGABYTE = 1024 * 1024;

const person = (id: string, more: Partial<Record<string, string>> = {}): string => {
  const row: Record<string, string | undefined> = {
    umaAddress: `$${id}@x.test`,
    platformCustomerId: id,
    customerType: 'INDIVIDUAL',
    fullName: 'Ada Lovelace',
    birthDate: '1985-12-10',
    addressLine1: '1 Main St',
    city: 'Austin',
    state: 'TX',
    postalCode: '73301',
    country: 'US',
    ...more,
  };
  return HEADER.split(',')
    .map((name) => row[name] ?? '')
    .join(',');
};

const upload = async (client: Client, csv: string | Blob, headers: Record<string, string> = {}) => {
  const form = new FormData();
  form.set('file', typeof csv === 'string' ? new Blob([csv]) : csv, 'customers.csv');
  const response = await fetch(`${client.url}${client.basePath}/customers/bulk/csv`, {
    method: 'POST',
    headers: { authorization: client.authorization, ...headers },
    body: form,
  });
  return { status: response.status, body: (await response.json()) as any, headers: response.headers };
};

const finished = async (client: Client, jobId: string) => {
  for (;;) {
    const { body } = await client.get(`/customers/bulk/jobs/${jobId}`);
    if (body.completedAt) return body;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

const importOf = async (client: Client, csv: string | Blob) => finished(client, (await upload(client, csv)).body.jobId);

const eventsOf = (resourceId: string) => eventsOfResource(app.database.db, resourceId);

const filesOf = async ({ platformId }: Client): Promise<string[]> => {
  const files = await app.database.db.read<{ state: string }>(
    sql`SELECT state FROM stored_files WHERE platform_id = ${platformId}`,
  );
  return files.map(({ state }) => state);
};

const nothingIsKept = async (client: Client): Promise<void> => {
  await vi.waitFor(async () => expect(await filesOf(client)).toEqual([]));
  const chunks = await app.database.db.read(sql`SELECT 1 FROM blob_chunks WHERE platform_id = ${client.platformId}`);
  expect(chunks).toHaveLength(0);
};

describe('POST /customers/bulk/csv', () => {
  it('returns 202 immediately and creates every customer, with accounts and events', async () => {
    const client = await app.newPlatform();
    const accepted = await upload(client, [HEADER, person('a'), person('b'), ''].join('\n'));
    expect([accepted.status, accepted.body]).toEqual([
      202,
      { jobId: expect.stringMatching(/^Job:/), status: 'PENDING' },
    ]);
    const job = await finished(client, accepted.body.jobId);
    expect(job).toMatchObject({ status: 'COMPLETED', progress: { total: 2, processed: 2, successful: 2, failed: 0 } });
    const { body } = await client.get('/customers?platformCustomerId=a');
    expect(body.data[0]).toMatchObject({ fullName: 'Ada Lovelace', kycStatus: 'APPROVED', umaAddress: '$a@x.test' });
    expect((await client.get('/customers/internal-accounts')).body.totalCount).toBe(6);
    const [event] = await eventsOf(job.id);
    expect(event?.type).toBe('BULK_UPLOAD.COMPLETED');
    expect(JSON.parse(event?.payload ?? '').data).toEqual(job);
  });

  it('reports every invalid row by its platformCustomerId or number, and creates the others', async () => {
    const client = await app.newPlatform();
    const job = await importOf(
      client,
      [
        HEADER,
        person('good'),
        person('young', { birthDate: '2999-01-01' }),
        person('mail', { email: 'nobody' }),
        person('', { umaAddress: '$nobody@x.test' }),
        person('robot', { customerType: 'ROBOT' }),
        person('builder', { customerType: 'constructor' }),
        person('nul', { fullName: 'Ada\0Lovelace' }),
        person('nul\0', { umaAddress: '$nul@x.test' }),
        person('good', { umaAddress: '$other@x.test' }),
        person('late', { umaAddress: '$good@x.test' }),
        person('firm', { customerType: 'BUSINESS', businessLegalName: 'Acme', fullName: '', birthDate: '' }),
      ].join('\r\n'),
    );
    expect(job.progress).toEqual({ total: 11, processed: 11, successful: 2, failed: 9 });
    const errors = job.errors.map((error: any) => [error.correlationId, error.code]);
    expect(errors).toEqual([
      ['young', 'INVALID_INPUT'],
      ['mail', 'INVALID_INPUT'],
      ['row_4', 'INVALID_INPUT'],
      ['robot', 'INVALID_INPUT'],
      ['builder', 'INVALID_INPUT'],
      ['nul', 'INVALID_INPUT'],
      ['row_8', 'INVALID_INPUT'],
      ['good', 'CONFLICT'],
      ['late', 'UMA_ADDRESS_EXISTS'],
    ]);
    expect(job.errors[0].details.errors[0].field).toBe('birthDate');
    expect((await client.get('/customers?customerType=BUSINESS')).body.data[0].businessInfo.legalName).toBe('Acme');
  });

  it('reads a byte order mark, quotes, line breaks inside quotes and empty lines', async () => {
    const client = await app.newPlatform();
    const quoted = person('q', { addressLine1: '"1 ""Main"", Street\nsecond line"' });
    const job = await importOf(client, `\uFEFF${HEADER}\n\n${quoted}\n\n`);
    expect(job.progress.successful).toBe(1);
    const { body } = await client.get('/customers?platformCustomerId=q');
    expect(body.data[0].address.line1).toBe('1 "Main", Street\nsecond line');
  });

  it.each([
    ['an empty file', ''],
    ['a header alone', HEADER],
    ['an unknown column', `${HEADER},shoeSize\n`],
    ['a missing column', 'fullName,birthDate\nAda,1985-12-10'],
    ['a repeated column', `${HEADER},city\n`],
    ['an unterminated quote', `${HEADER}\n"abc`],
    ['a row of the wrong length', `${HEADER}\na,b,c`],
    ['a column whose name cannot be stored', `${HEADER},ci\0ty\n`],
    ['a quote inside a value that cannot be stored', `${HEADER}\na\0b"c`],
    ['bytes that are not UTF-8', new Blob([`${HEADER}\n`, Buffer.from(person('ü'), 'latin1')])],
    ['a truncated UTF-8 character', new Blob([`${HEADER}\n${person('cut')}`, Buffer.from([0xc3])])],
    ['an image', String.fromCharCode(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a)],
  ])('fails as a whole for %s, and creates no customer', async (_name, csv) => {
    const client = await app.newPlatform();
    const job = await importOf(client, csv);
    expect(job.status).toBe('FAILED');
    expect(job.errors).toHaveLength(1);
    expect((await client.get('/customers')).body.totalCount).toBe(0);
    expect((await eventsOf(job.id)).map((event) => event.type)).toEqual(['BULK_UPLOAD.FAILED']);
  });

  it('rejects a request without a file, and one that is not a form', async () => {
    const { client } = app;
    const form = new FormData();
    form.set('note', 'no file here');
    const url = `${client.url}${client.basePath}/customers/bulk/csv`;
    const empty = await fetch(url, { method: 'POST', headers: { authorization: client.authorization }, body: form });
    expect([empty.status, ((await empty.json()) as any).details.errors[0].field]).toEqual([400, 'file']);
    expect((await client.post('/customers/bulk/csv', {})).status).toBe(415);
  });

  it('starts one import for one Idempotency-Key, and stores one file', async () => {
    const client = await app.newPlatform();
    const headers = { 'idempotency-key': 'import-once' };
    const csv = [HEADER, person('once')].join('\n');
    const first = await upload(client, csv, headers);
    const again = await upload(client, csv, headers);
    expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([first.body, 'true']);
    expect((await upload(client, [HEADER, person('other')].join('\n'), headers)).status).toBe(409);
    await finished(client, first.body.jobId);
    await nothingIsKept(client);
  });

  it('deletes a file that could not be read', async () => {
    const client = await app.newPlatform();
    expect((await importOf(client, `${HEADER}\n"never closed`)).status).toBe('FAILED');
    await nothingIsKept(client);
  });

  it('leaves a file that could not be removed to the sweep', async () => {
    const client = await app.newPlatform();
    await app.database.db.pool.query(`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now'; END $$;
      CREATE TRIGGER failing BEFORE DELETE ON blob_chunks FOR EACH ROW EXECUTE FUNCTION fail()`);
    expect((await importOf(client, [HEADER, person('swept')].join('\n'))).status).toBe('COMPLETED');
    expect(await filesOf(client)).toEqual(['DOOMED']);
    await app.database.db.pool.query('DROP TRIGGER failing ON blob_chunks; DROP FUNCTION fail');
    await app.app.housekeeping.run();
    await nothingIsKept(client);
  });

  it('resumes after a crash, and creates no row twice', async () => {
    const rows = Array.from({ length: 950 }, (_, i) => person(`crash-${i}`));
    const client = await app.newPlatform();
    const { body } = await upload(client, [HEADER, ...rows].join('\n'));
    // Servers start and stop during the import. Each takes the job over when the previous holder has stopped.
    for (let i = 0; i < 3; i++) {
      const other = await TestApp.start({ beside: app });
      await app.database.db.write(sql`UPDATE jobs SET lease_until = NULL WHERE platform_id = ${client.platformId}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
      await other.stop();
    }
    const job = await finished(client, body.jobId);
    expect(job.progress).toEqual({ total: 950, processed: 950, successful: 950, failed: 0 });
    const [count] = await app.database.db.read<{ count: bigint }>(
      sql`SELECT count(*) FROM customers WHERE platform_id = ${client.platformId}`,
    );
    expect(count?.count).toBe(950n);
  });

  it('retries a row whose database connection was lost instead of reporting it', async () => {
    const client = await app.newPlatform();
    const { pool } = app.database.db;
    const blocker = await pool.connect();
    await blocker.query('BEGIN; LOCK TABLE customers IN SHARE MODE');
    const { body } = await upload(client, [HEADER, person('patient')].join('\n'));
    await until(async () => {
      const { rowCount } = await pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE wait_event_type = 'Lock' AND datname = current_database()`);
      return rowCount === 1;
    }, 'the row to wait');
    await blocker.query('COMMIT');
    blocker.release();
    const job = await finished(client, body.jobId);
    expect([job.status, job.errors]).toEqual(['COMPLETED', undefined]);
    expect(job.progress).toEqual({ total: 1, processed: 1, successful: 1, failed: 0 });
  });

  it('ends as FAILED after the last attempt of its job, and reports where it stopped', async () => {
    const client = await app.newPlatform();
    const { db } = app.database;
    await db.pool.query(`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now'; END $$;
      CREATE TRIGGER failing BEFORE INSERT ON customers FOR EACH ROW EXECUTE FUNCTION fail()`);
    const { body } = await upload(client, [HEADER, person('x', { email: 'nobody' }), person('stuck')].join('\n'));
    const isTried = () =>
      db.read(sql`SELECT 1 FROM jobs WHERE platform_id = ${client.platformId} AND last_error <> ''`);
    await vi.waitFor(async () => expect(await isTried()).toHaveLength(1));
    await db.write(sql`UPDATE jobs SET attempts = 19, due_at = created_at WHERE platform_id = ${client.platformId}`);
    app.app.worker.wake();
    const job = await finished(client, body.jobId);
    await db.pool.query('DROP TRIGGER failing ON customers; DROP FUNCTION fail');
    expect(job).toMatchObject({ status: 'FAILED', progress: { total: 2, processed: 0, successful: 0, failed: 0 } });
    expect(job.errors).toEqual([expect.objectContaining({ correlationId: 'row_1', code: 'INTERNAL_ERROR' })]);
    expect((await eventsOf(body.jobId)).map(({ type }) => type)).toEqual(['BULK_UPLOAD.FAILED']);
    await nothingIsKept(client);
    expect((await client.get('/customers')).body.totalCount).toBe(0);
  });

  it('counts every invalid row and reports the first thousand', async () => {
    const client = await app.newPlatform();
    const rows = Array.from({ length: 1_500 }, (_, i) => person(`bad-${i}`, { umaAddress: 'not an address' }));
    const job = await importOf(client, [HEADER, ...rows].join('\n'));
    expect(job.progress).toEqual({ total: 1_500, processed: 1_500, successful: 0, failed: 1_500 });
    expect(job.errors).toHaveLength(1_000);
  });

  it('stores a file while it arrives instead of holding it in memory', async () => {
    const client = await app.newPlatform();
    const megabyte = Buffer.alloc(MEGABYTE, 'x');
    const stored = () => app.database.db.read(sql`SELECT 1 FROM blob_chunks WHERE platform_id = ${client.platformId}`);
    async function* form() {
      yield Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n');
      for (let i = 0; i < 8; i++) yield megabyte;
      // Sends the rest only after the first rows were stored.
      while ((await stored()).length < 16) await new Promise((resolve) => setTimeout(resolve, 10));
      yield Buffer.from('\r\n--b--\r\n');
    }
    const response = await fetch(`${client.url}${client.basePath}/customers/bulk/csv`, {
      method: 'POST',
      headers: { authorization: client.authorization, 'content-type': 'multipart/form-data; boundary=b' },
      body: form(),
      duplex: 'half',
    } as unknown as RequestInit);
    expect(response.status).toBe(202);
  });

  it('rejects a file over 100 megabytes and stores nothing of it', async () => {
    const client = await app.newPlatform();
    const form = app.app.routes.find(({ operationId }) => operationId === 'uploadCustomersCsv')?.form;
    expect(form?.maxFileBytes).toBe(100 * MEGABYTE);
    // A hundredth of the limit, because PostgreSQL would store a hundred megabytes before the rejection.
    Object.assign(form ?? {}, { maxFileBytes: MEGABYTE });
    const rejected = await upload(client, new Blob([new Uint8Array(MEGABYTE + 1)]));
    expect([rejected.status, rejected.body.code]).toEqual([413, 'INVALID_INPUT']);
    expect(rejected.body.details.hint).toContain(`${MEGABYTE} bytes`);
    await nothingIsKept(client);
    expect((await upload(client, new Blob([new Uint8Array(MEGABYTE)]))).status).toBe(202);
    Object.assign(form ?? {}, { maxFileBytes: 100 * MEGABYTE });
  });
});

describe('GET /customers/bulk/jobs/{jobId}', () => {
  it('returns 404 for an unknown job and for a job of another platform', async () => {
    const client = await app.newPlatform();
    const { body } = await upload(client, [HEADER, person('mine')].join('\n'));
    for (const answer of [
      await app.client.get(`/customers/bulk/jobs/${body.jobId}`),
      await client.get('/customers/bulk/jobs/Job:019542f5-b3e7-7d02-8000-000000000001'),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'BULK_UPLOAD_JOB_NOT_FOUND']);
    }
    await finished(client, body.jobId);
  });
});
