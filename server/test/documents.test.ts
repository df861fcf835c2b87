import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../src/foundation/db/sql.ts';
import { addMs, type Clock, HOUR_MS, systemClock } from '../src/foundation/kernel/clock.ts';
import { Inspection } from '../src/parties/onboarding/inspection.ts';
import { TestApp } from './support/app.ts';
import type { Client } from './support/client.ts';
import {
  businessDocuments,
  chunk,
  completeBusiness,
  documentForm,
  jpeg,
  license,
  newBusiness,
  newIndividual,
  newOwner,
  PNG_SIGNATURE,
  passport,
  pdf,
  png,
  pngClaiming,
  upload,
} from './support/documents.ts';
import { until } from './support/server-process.ts';

let laterMs = 0;
const clock: Clock = { now: () => addMs(systemClock.now(), laterMs) };

let app: TestApp;
let client: Client;
let holder: string;
beforeAll(async () => {
  app = await TestApp.start({ clock });
  client = await app.newPlatform();
  holder = await newIndividual(client);
});
afterAll(() => app.stop());

const errorsOf = (answer: { body: any }): string[] =>
  answer.body.details.errors.map((e: { field: string }) => e.field).sort();

/** Row counts of a platform in the three tables that store documents. */
const traces = async (platformId: string): Promise<number[]> => {
  const count = async (table: string) => {
    const { rows } = await app.database.db.pool.query(
      `SELECT count(*)::int AS n FROM ${table} WHERE platform_id = $1`,
      [platformId],
    );
    return rows[0].n as number;
  };
  return [await count('documents'), await count('stored_files'), await count('blob_chunks')];
};

/** A small archive with one stored entry. */
function zip(content = Buffer.from('hello')): Buffer {
  const packed = deflateRawSync(content);
  const name = Buffer.from('a.txt');
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length + name.length, 12);
  end.writeUInt32LE(local.length + name.length + packed.length, 16);
  return Buffer.concat([local, name, packed, central, name, end]);
}

describe('POST /documents', () => {
  it.each([
    ['a PNG', png()],
    ['a JPEG', jpeg()],
    ['a PDF', pdf()],
    ['a JPEG with appended camera data', Buffer.concat([jpeg(), jpeg(), Buffer.alloc(500, 7)])],
    ['a PDF with a line after its end', Buffer.concat([pdf(), Buffer.from('\r\n\0\0')])],
    ['a PDF of several revisions', Buffer.concat([pdf(), pdf().subarray(9)])],
    ['a file of almost 10 MB', pdf(10 * 1024 * 1024 - 1_000)],
  ])('accepts %s', async (_name, file) => {
    const { status, body } = await upload(client, holder, passport, file);
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^Document:/),
        documentHolder: holder,
        ...passport,
        fileName: 'scan.png',
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
    expect((await client.get(`/documents/${body.id}`)).body).toEqual(body);
  });

  it('stores every byte and the detected type', async () => {
    const file = Buffer.concat([jpeg(), Buffer.alloc(700_000, 9)]);
    const { body } = await upload(client, holder, passport, file);
    const [row] = await app.database.db.read<Record<string, any>>(sql`SELECT * FROM documents WHERE id = ${body.id}`);
    expect(row).toMatchObject({
      content_type: 'image/jpeg',
      size: BigInt(file.length),
      sha256: createHash('sha256').update(file).digest('hex'),
    });
    const chunks = await app.database.db.read<{ bytes: Buffer }>(
      sql`SELECT bytes FROM blob_chunks WHERE blob_id = ${row?.['blob_id']} ORDER BY n`,
    );
    expect(Buffer.concat(chunks.map(({ bytes }) => bytes)).equals(file)).toBe(true);
  });

  const truncated = (file: Buffer) => file.subarray(0, file.length - 20);
  it.each([
    ['UNSUITABLE_DOCUMENT', 'a GIF', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1')],
    ['UNSUITABLE_DOCUMENT', 'text', Buffer.from('dear reviewer, here is my passport')],
    ['UNSUITABLE_DOCUMENT', 'an archive', zip()],
    ['UNSUITABLE_DOCUMENT', 'a web page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['UNSUITABLE_DOCUMENT', 'a shell script', Buffer.from('#!/bin/sh\nrm -rf /\n')],
    ['UNSUITABLE_DOCUMENT', 'a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(300)])],
    ['UNSUITABLE_DOCUMENT', 'a script that begins like a JPEG', Buffer.from('\xff\xd8\xff<?php echo 1;', 'latin1')],
    ['UNSUITABLE_DOCUMENT', 'a script that begins like a PDF', Buffer.from('%PDF-1.4\n<script>\nstartxref\n5\n%%EOF')],
    ['UNSUITABLE_DOCUMENT', 'a PNG signature before something else', Buffer.concat([PNG_SIGNATURE, zip()])],
    ['UNSUITABLE_DOCUMENT', 'a PNG with an archive behind it', Buffer.concat([png(), zip()])],
    ['UNSUITABLE_DOCUMENT', 'a JPEG with an archive behind it', Buffer.concat([jpeg(), zip()])],
    ['UNSUITABLE_DOCUMENT', 'a PDF with an archive behind it', Buffer.concat([pdf(), zip()])],
    ['UNSUITABLE_DOCUMENT', 'a JPEG with a web page behind it', Buffer.concat([jpeg(), Buffer.from('<HTML><body>')])],
    ['UNSUITABLE_DOCUMENT', 'a JPEG with a script in its comment', jpeg({ comment: '<?PHP system($_GET[0]);' })],
    [
      'UNSUITABLE_DOCUMENT',
      'a PNG with a script in its text',
      Buffer.concat([png().subarray(0, 33), chunk('tEXt', Buffer.from('c\0<script>')), png().subarray(33)]),
    ],
    ['INCOMPLETE', 'nothing', Buffer.alloc(0)],
    ['UNSUITABLE_DOCUMENT', 'a PNG that decodes to gigabytes', pngClaiming(60_000, 60_000)],
    ['UNSUITABLE_DOCUMENT', 'a JPEG with too many pixels', jpeg({ width: 11_999, height: 11_999 })],
    ['INCOMPLETE', 'a truncated PNG', truncated(png())],
    ['INCOMPLETE', 'a truncated JPEG', truncated(jpeg())],
    ['INCOMPLETE', 'a truncated PDF', truncated(pdf())],
    ['INCOMPLETE', 'the beginning of a PNG', PNG_SIGNATURE],
    ['INCOMPLETE', 'a PNG without its image', Buffer.concat([png().subarray(0, 33), chunk('IEND')])],
    ['INCOMPLETE', 'a JPEG without its image', jpeg({ hasScan: false })],
    ['LOW_QUALITY', 'a PNG of a few pixels', png(1, 1)],
    ['LOW_QUALITY', 'a JPEG that is too narrow', jpeg({ width: 99 })],
    ['LOW_QUALITY', 'a JPEG that is too low', jpeg({ height: 20 })],
  ])('returns %s for %s under any file name, and stores nothing', async (code, _name, file) => {
    const platform = await app.newPlatform('PRODUCTION');
    const documentHolder = await newIndividual(platform);
    for (const name of ['passport.png', 'passport.jpg', 'passport.pdf']) {
      const answer = await platform.post('/documents', documentForm({ documentHolder, ...passport }, file, name));
      expect([answer.status, answer.body.code]).toEqual([400, code]);
    }
    expect(await traces(platform.platformId)).toEqual([0, 0, 0]);
  });

  it.each([
    ['a PDF with only a header and an end', Buffer.from('%PDF-1.4\nHello\n%%EOF\n')],
    ['a PDF with much data after its end', Buffer.from(`%PDF-1.4\n%%EOF\n${'x'.repeat(100_000)}`)],
    ['a PNG of one pixel', png(1, 1)],
    ['a JPEG of one pixel', jpeg({ width: 1, height: 1 })],
  ])('accepts %s in the sandbox, while production and strict requests reject it', async (_name, file) => {
    const answers = [await upload(client, holder, passport, file)];
    const form = documentForm({ documentHolder: holder, ...passport }, file);
    answers.push(await client.post('/documents', form, { headers: { prefer: 'handling=strict' } }));
    const production = await app.newPlatform('PRODUCTION');
    answers.push(await upload(production, await newIndividual(production), passport, file));
    expect(answers.map(({ status }) => status)).toEqual([201, 400, 400]);
    const replaced = await client.request('PUT', `/documents/${answers[0]?.body.id}`, {
      body: documentForm(passport, file),
    });
    expect(replaced.status).toBe(200);
  });

  it.each([
    ['text', Buffer.from('dear reviewer, here is my passport'), 'UNSUITABLE_DOCUMENT'],
    ['a PDF without its end', Buffer.from('%PDF-1.4\nHello'), 'INCOMPLETE'],
    ['a truncated PNG', truncated(png()), 'INCOMPLETE'],
    ['a truncated JPEG', truncated(jpeg()), 'INCOMPLETE'],
    ['a PDF with an appended archive', Buffer.concat([pdf(), zip()]), 'UNSUITABLE_DOCUMENT'],
    ['a PNG of too many pixels', pngClaiming(12_001, 100), 'UNSUITABLE_DOCUMENT'],
  ])('rejects %s also in the sandbox', async (_name, file, code) => {
    const answer = await upload(client, holder, passport, file);
    expect([answer.status, answer.body.code]).toEqual([400, code]);
  });

  it.each([
    ['201', 'DATA_MISMATCH'],
    ['202', 'EXPIRED'],
    ['203', 'SUSPECTED_FRAUD'],
    ['204', 'LOW_QUALITY'],
  ])('rejects a document whose number ends in %s with %s in the sandbox, and stores nothing', async (suffix, code) => {
    const platform = await app.newPlatform();
    const documentHolder = await newIndividual(platform);
    const numbered = { ...passport, documentNumber: `P1${suffix}` };
    const rejected = await upload(platform, documentHolder, numbered);
    expect([rejected.status, rejected.body.code]).toEqual([400, code]);
    expect(await traces(platform.platformId)).toEqual([0, 0, 0]);
    const { body } = await upload(platform, documentHolder);
    const replaced = await platform.request('PUT', `/documents/${body.id}`, { body: documentForm(numbered) });
    expect([replaced.status, replaced.body.code]).toEqual([400, code]);
    const { body: values } = await platform.get('/sandbox/magic-values');
    const effect = `POST and PUT /documents give 400 ${code}`;
    const magic = { area: 'document', field: 'documentNumber, last 3 characters', value: suffix, effect };
    expect(values.data).toContainEqual(expect.objectContaining(magic));
    const production = await app.newPlatform('PRODUCTION');
    expect((await upload(production, await newIndividual(production), numbered)).status).toBe(201);
  });

  it('returns 413 for more than 10 MB, and stores nothing', async () => {
    const platform = await app.newPlatform();
    const answer = await upload(platform, await newIndividual(platform), passport, pdf(10 * 1024 * 1024));
    expect([answer.status, answer.body.code]).toEqual([413, 'INVALID_INPUT']);
    expect(await traces(platform.platformId)).toEqual([0, 0, 0]);
  });

  it('reports every invalid field at once, and stores nothing', async () => {
    const platform = await app.newPlatform();
    const bad = { documentHolder: 'me', documentType: 'LIBRARY_CARD', side: 'TOP', country: 'ZZ', documentNumber: '' };
    const answer = await platform.post('/documents', documentForm(bad));
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toEqual(['country', 'documentHolder', 'documentNumber', 'documentType', 'side']);
    const empty = new FormData();
    empty.set('side', 'FRONT');
    expect(errorsOf(await platform.post('/documents', empty))).toEqual([
      'country',
      'documentHolder',
      'documentType',
      'file',
    ]);
    const unstorable = {
      ...passport,
      documentHolder: holder,
      documentNumber: 'A\0',
      issuingAuthority: '\0',
      side: 'TOP',
    };
    const invalid = await platform.post('/documents', documentForm(unstorable));
    expect([invalid.status, errorsOf(invalid)]).toEqual([400, ['documentNumber', 'issuingAuthority', 'side']]);
    expect(await traces(platform.platformId)).toEqual([0, 0, 0]);
  });

  it.each([
    ['a side for a passport', { ...passport, side: 'FRONT' }, ['side']],
    ['a side for a bill', { documentType: 'UTILITY_BILL', country: 'US', side: 'BACK' }, ['side']],
    [
      'an identity document without number and issuer',
      { documentType: 'PASSPORT', country: 'US' },
      ['documentNumber', 'issuingAuthority'],
    ],
    [
      'a national id without number and issuer',
      { documentType: 'NATIONAL_ID', country: 'US' },
      ['documentNumber', 'issuingAuthority'],
    ],
  ])('rejects %s', async (_name, fields, expected) => {
    const answer = await upload(client, holder, fields as Record<string, string>);
    expect([answer.status, errorsOf(answer)]).toEqual([400, expected]);
  });

  it.each(['DRIVERS_LICENSE', 'NATIONAL_ID'])('accepts a %s without a side', async (documentType) => {
    const { status, body } = await upload(client, holder, { ...license, documentType }, pdf());
    expect([status, body.side]).toEqual([201, undefined]);
  });

  it('reports fields that the document type requires together with fields of the wrong type, and stores nothing', async () => {
    const platform = await app.newPlatform();
    const answer = await upload(platform, 'nobody', { documentType: 'PASSPORT', country: 'XX', side: 'FRONT' });
    expect([answer.status, errorsOf(answer)]).toEqual([
      400,
      ['country', 'documentHolder', 'documentNumber', 'issuingAuthority', 'side'],
    ]);
    const sideways = await upload(platform, 'nobody', { documentType: 'DIARY', country: 'US', side: 'FRONT' });
    expect(errorsOf(sideways)).toEqual(['documentHolder', 'documentType']);
    expect(await traces(platform.platformId)).toEqual([0, 0, 0]);
  });

  it('accepts documents other than identity documents without number and issuer', async () => {
    const { body } = await upload(client, holder, { documentType: 'UTILITY_BILL', country: 'FR' }, pdf());
    expect(Object.keys(body).sort()).toEqual([
      'country',
      'createdAt',
      'documentHolder',
      'documentType',
      'fileName',
      'id',
      'updatedAt',
    ]);
  });

  it('accepts only customers and owners of the platform as holders', async () => {
    const owner = await newOwner(client, await newBusiness(client));
    expect((await upload(client, owner.id)).body.documentHolder).toBe(owner.id);
    const stranger = await app.newPlatform();
    const strangers = await newBusiness(stranger);
    const strangersOwner = await newOwner(stranger, strangers);
    const before = await traces(client.platformId);
    const answers = [await upload(client, strangers), await upload(client, strangersOwner.id)];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'USER_NOT_FOUND'],
      [404, 'REFERENCE_NOT_FOUND'],
    ]);
    expect(await traces(client.platformId)).toEqual(before);
    const deleted = await newIndividual(client);
    await client.delete(`/customers/${deleted}`);
    expect((await upload(client, deleted)).status).toBe(410);
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ada\\pass port.jpg', 'pass port.jpg'],
    ['.htaccess', 'htaccess'],
    ['évidence ü.pdf', 'évidence ü.pdf'],
    ['a<b>:|?*.png', 'a_b_____.png'],
    ['invoice\u202egnp.exe', 'invoicegnp.exe'],
    ['...', 'document.png'],
    [`${'n'.repeat(300)}.png`, `${'n'.repeat(196)}.png`],
  ])('stores the file name %s as %s', async (given, kept) => {
    const answer = await client.post('/documents', documentForm({ documentHolder: holder, ...passport }, png(), given));
    expect([answer.status, answer.body.fileName]).toEqual([201, kept]);
  });

  it('gives a default name to a file without one', async () => {
    const boundary = 'xxx';
    const field = (name: string, value: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const fields = Object.entries({ documentHolder: holder, ...passport }).map(([name, value]) => field(name, value));
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: application/octet-stream\r\n\r\n`;
    const raw = Buffer.concat([Buffer.from(fields.join('') + head), jpeg(), Buffer.from(`\r\n--${boundary}--\r\n`)]);
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    const { status, body } = await client.request('POST', '/documents', { raw, headers });
    expect([status, body.fileName]).toEqual([201, 'document.jpg']);
  });

  it('rejects a form with a part that never begins, and stores nothing', async () => {
    const platform = await app.newPlatform();
    const form = new Response(documentForm({ documentHolder: await newIndividual(platform), ...passport }));
    const headers = { 'content-type': form.headers.get('content-type') ?? '' };
    const whole = (await form.text()).replace('name="country"\r\n\r\n', 'name="country"\r\nx\r\n');
    const { status, body } = await platform.request('POST', '/documents', { raw: whole, headers });
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
    expect(await traces(platform.platformId)).toEqual([0, 0, 0]);
  });

  it('uploads once for one Idempotency-Key, and stores one file', async () => {
    const platform = await app.newPlatform();
    const documentHolder = await newIndividual(platform);
    const headers = { 'idempotency-key': 'upload-once' };
    const send = (file: Buffer) =>
      platform.post('/documents', documentForm({ documentHolder, ...passport }, file), { headers });
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(png())));
    answers.push(await send(png()));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await traces(platform.platformId)).toEqual([1, 1, 1]);
    expect((await send(jpeg())).status).toBe(409);
    expect(await traces(platform.platformId)).toEqual([1, 1, 1]);
  });

  /** An upload of which only the beginning has been sent. */
  const begin = async (platform: Client, size: number) => {
    const documentHolder = await newIndividual(platform);
    const boundary = 'xxx';
    const started = request(`${platform.url}${platform.basePath}/documents`, {
      method: 'POST',
      headers: {
        authorization: platform.authorization,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': 50_000_000,
      },
    });
    started.on('error', () => {});
    started.write(
      `--${boundary}\r\nContent-Disposition: form-data; name="documentHolder"\r\n\r\n${documentHolder}\r\n--${boundary}\r\n` +
        'Content-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n',
    );
    started.write(Buffer.concat([png(), Buffer.alloc(size)]));
    return started;
  };

  it('stores nothing of an aborted upload', async () => {
    const platform = await app.newPlatform();
    const started = await begin(platform, 1_000_000);
    await until(async () => (await traces(platform.platformId))[2] !== 0, 'the first bytes to be stored');
    started.destroy();
    await until(async () => (await traces(platform.platformId)).every((n) => n === 0), 'everything to be gone');
  });

  it('returns 413 as soon as the limit is exceeded, without waiting for the rest', async () => {
    const platform = await app.newPlatform();
    const started = await begin(platform, 11 * 1024 * 1024);
    const status = await new Promise((resolve) => {
      started.on('response', (response) => resolve(response.statusCode));
    });
    expect(status).toBe(413);
    expect(await traces(platform.platformId)).toEqual([0, 0, 0]);
    started.destroy();
  });
});

describe('the detection of a file type', () => {
  it('has the same result for every split into chunks', () => {
    const files = [png(), jpeg(), pdf(), zip(), Buffer.concat([jpeg(), zip()]), Buffer.concat([png(), png()])];
    for (const file of files) {
      const whole = new Inspection();
      whole.push(file);
      const verdict = whole.end();
      for (const size of [1, 2, 3, 7, 64, 1_000]) {
        const inspection = new Inspection();
        for (let at = 0; at < file.length; at += size) inspection.push(file.subarray(at, at + size));
        expect(inspection.end()).toEqual(verdict);
      }
    }
  });

  it('rejects every truncated file', () => {
    for (const file of [png(), jpeg(), pdf()]) {
      for (let length = 0; length < file.length - 2; length++) {
        const inspection = new Inspection();
        inspection.push(file.subarray(0, length));
        expect([length, inspection.end()]).toEqual([
          length,
          expect.objectContaining({ rejection: expect.any(String) }),
        ]);
      }
    }
  });
});

describe('GET /documents', () => {
  it('lists all, or those of one holder, newest first, page by page', async () => {
    const platform = await app.newPlatform();
    const [first, second] = [await newIndividual(platform), await newIndividual(platform)];
    const ids: string[] = [];
    for (const holderId of [first, second, first]) ids.unshift((await upload(platform, holderId)).body.id);
    const list = async (query: string) => (await platform.get(`/documents?${query}`)).body;
    expect((await list('')).data.map((d: any) => d.id)).toEqual(ids);
    expect((await list(`documentHolder=${first}`)).data.map((d: any) => d.id)).toEqual([ids[0], ids[2]]);
    const page = await list('limit=2');
    expect(page).toMatchObject({ hasMore: true, totalCount: 3 });
    expect((await list(`limit=2&cursor=${page.nextCursor}`)).data.map((d: any) => d.id)).toEqual([ids[2]]);
    expect((await platform.get('/documents?documentHolder=Quote:1')).status).toBe(400);
    expect((await client.get(`/documents?documentHolder=${first}`)).body.data).toEqual([]);
  });

  it('returns 404 for a document of another platform, in every operation', async () => {
    const stranger = await app.newPlatform();
    const { body } = await upload(stranger, await newIndividual(stranger));
    const path = `/documents/${body.id}`;
    const before = await traces(client.platformId);
    for (const answer of [
      await client.get(path),
      await client.delete(path),
      await client.request('PUT', path, { body: documentForm(passport) }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
    }
    expect(await traces(client.platformId)).toEqual(before);
    expect((await stranger.get(path)).body).toEqual(body);
  });
});

describe('PUT and DELETE /documents/{documentId}', () => {
  it('replace everything but the holder, and leave nothing of the old file', async () => {
    const platform = await app.newPlatform();
    const { body: before } = await upload(platform, await newIndividual(platform));
    const form = documentForm({ ...license, side: 'FRONT', country: 'CA' }, jpeg(), 'front.jpg');
    const { status, body } = await platform.request('PUT', `/documents/${before.id}`, { body: form });
    expect([status, body]).toEqual([
      200,
      { ...before, ...license, side: 'FRONT', country: 'CA', fileName: 'front.jpg', updatedAt: expect.any(String) },
    ]);
    expect((await platform.get(`/documents/${before.id}`)).body).toEqual(body);
    expect(await traces(platform.platformId)).toEqual([1, 1, 1]);
  });

  it('reject the same input as POST, and leave the document unchanged', async () => {
    const platform = await app.newPlatform();
    const { body: before } = await upload(platform, await newIndividual(platform));
    const path = `/documents/${before.id}`;
    const put = (fields: Record<string, string>, file?: Buffer) =>
      platform.request('PUT', path, { body: documentForm(fields, file) });
    expect((await put(passport, zip())).body.code).toBe('UNSUITABLE_DOCUMENT');
    expect(errorsOf(await put({ ...passport, country: 'U', side: 'BACK' }))).toEqual(['country', 'side']);
    expect(errorsOf(await put({ ...passport, side: 'BACK' }))).toEqual(['side']);
    expect((await platform.get(path)).body).toEqual(before);
    expect(await traces(platform.platformId)).toEqual([1, 1, 1]);
  });

  it('delete the document and its file', async () => {
    const platform = await app.newPlatform();
    const { body } = await upload(platform, await newIndividual(platform));
    expect((await platform.delete(`/documents/${body.id}`)).status).toBe(204);
    expect((await platform.get(`/documents/${body.id}`)).status).toBe(404);
    expect((await platform.delete(`/documents/${body.id}`)).status).toBe(404);
    expect(await traces(platform.platformId)).toEqual([0, 0, 0]);
  });

  it('are rejected after the document was submitted, while new documents are accepted', async () => {
    const platform = await app.newPlatform();
    const { customerId } = await completeBusiness(platform);
    await platform.post('/verifications', { customerId });
    const { body: list } = await platform.get('/documents');
    expect(list.data).toHaveLength(businessDocuments.length + 1);
    for (const document of list.data) {
      const path = `/documents/${document.id}`;
      for (const answer of [
        await platform.delete(path),
        await platform.request('PUT', path, { body: documentForm(passport) }),
      ]) {
        expect([answer.status, answer.body.code, answer.body.details.reason]).toEqual([
          409,
          'CONFLICT',
          'DOCUMENT_SUBMITTED',
        ]);
      }
      expect((await platform.get(path)).body).toEqual(document);
    }
    const { body: further } = await upload(platform, customerId, { documentType: 'OTHER', country: 'US' });
    expect((await platform.delete(`/documents/${further.id}`)).status).toBe(204);
  });

  it('under concurrency one request deletes each document, and no file remains', async () => {
    const platform = await app.newPlatform();
    const { body } = await upload(platform, await newIndividual(platform));
    const path = `/documents/${body.id}`;
    const answers = await Promise.all([
      ...Array.from({ length: 3 }, () => platform.request('PUT', path, { body: documentForm(passport, jpeg()) })),
      ...Array.from({ length: 2 }, () => platform.delete(path)),
    ]);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    for (const { status } of answers) expect([200, 204, 404]).toContain(status);
    expect(await traces(platform.platformId)).toEqual([0, 0, 0]);
  });
});

describe('files left by a crash', () => {
  const leave = async (platformId: string, blobId: string, state: string) => {
    await app.database.db.write(
      sql`INSERT INTO stored_files VALUES (${platformId}, ${blobId}, ${state}, ${clock.now()})`,
    );
    await app.database.db.write(sql`INSERT INTO blob_chunks VALUES (${platformId}, ${blobId}, 0, ${png()})`);
  };

  it('are swept: immediately if they are marked for deletion, after an hour if no document refers to them', async () => {
    const platform = await app.newPlatform();
    await upload(platform, await newIndividual(platform));
    await leave(platform.platformId, 'doomed', 'DOOMED');
    await leave(platform.platformId, 'loose', 'LOOSE');
    await app.app.housekeeping.run();
    expect(await traces(platform.platformId)).toEqual([1, 2, 2]);
    laterMs += HOUR_MS;
    await app.app.housekeeping.run();
    expect(await traces(platform.platformId)).toEqual([1, 1, 1]);
  });
});

describe('files in a directory', () => {
  it('are stored and removed in the same way', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'causeway-blobs-'));
    const beside = await TestApp.start({ beside: app, config: { blobDirectory: directory } });
    const files = () =>
      readdirSync(directory, { recursive: true, withFileTypes: true }).filter((e) => e.isFile()).length;
    const { body } = await upload(beside.client, await newIndividual(beside.client));
    expect(files()).toBe(1);
    expect((await upload(beside.client, body.documentHolder, passport, zip())).status).toBe(400);
    expect((await upload(beside.client, body.documentHolder, passport, pdf(10 * 1024 * 1024))).status).toBe(413);
    expect(files()).toBe(1);
    await beside.client.request('PUT', `/documents/${body.id}`, { body: documentForm(passport, jpeg()) });
    expect(files()).toBe(1);
    await beside.client.delete(`/documents/${body.id}`);
    expect(files()).toBe(0);
    await beside.stop();
    rmSync(directory, { recursive: true });
  });
});
