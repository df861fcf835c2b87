import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { parseYaml } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import { openApi30 } from '../src/engine/http/openapi-3.0.ts';
import { toYaml } from '../src/engine/http/yaml.ts';
import { TestApp } from './support/app.ts';

type Json = Record<string, any>;

let app: TestApp;
let document: Json;
beforeAll(async () => {
  app = await TestApp.shared();
  document = JSON.parse((await get('/openapi.json')).body.toString());
});

/** A request without the automatic decompression of fetch. */
const get = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: Json; body: Buffer }>((resolve, reject) => {
    request(`${app.url}${path}`, { headers }, async (response) => {
      const body = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
    })
      .on('error', reject)
      .end();
  });

describe.each(['/openapi.json', '/openapi.yaml', '/openapi-3.0.json'])('%s', (path) => {
  it('is sent in the encoding that the caller accepts', async () => {
    const plain = await get(path);
    expect(plain.headers).not.toHaveProperty('content-encoding');
    const accepted: [string, string | undefined, (body: Buffer) => Buffer][] = [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['br;q=0, GZIP;q=0.5', 'gzip', gunzipSync],
      ['gzip;q=0.0, identity', undefined, (body) => body],
    ];
    for (const [header, encoding, decode] of accepted) {
      const { headers, body } = await get(path, { 'accept-encoding': header });
      expect([header, headers['content-encoding']]).toEqual([header, encoding]);
      expect(headers).toMatchObject({ vary: 'Accept-Encoding', etag: plain.headers['etag'] });
      expect(decode(body).equals(plain.body)).toBe(true);
      if (encoding) expect(body.length).toBeLessThan(plain.body.length / 5);
    }
  });

  it('is cached, and not sent again while it is the same', async () => {
    const { status, headers } = await get(path);
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=300']);
    for (const tag of [headers['etag'], headers['etag'].replace('W/', ''), `"other", ${headers['etag']}`, '*']) {
      const { status, body } = await get(path, { 'if-none-match': tag });
      expect([tag, status, body.length]).toEqual([tag, 304, 0]);
    }
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
  });
});

describe('/openapi.yaml', () => {
  it('has the same content as /openapi.json', async () => {
    const { headers, body } = await get('/openapi.yaml');
    expect(headers['content-type']).toBe('application/yaml; charset=utf-8');
    expect(parseYaml(body.toString())).toEqual(document);
  });

  it('keeps texts that YAML reads as something else', () => {
    const texts = [
      'no',
      'Null',
      '1',
      '1e3',
      '0x1f',
      '',
      ' a',
      'a: b',
      'a #b',
      '- a',
      '2025-10-13',
      '~',
      '@a',
      '{a}',
      'ä',
      'a\nb',
      '"',
    ];
    const value = {
      ...Object.fromEntries(texts.map((text) => [text, text])),
      list: [[], {}, [texts], null, 1.5, true],
    };
    expect(parseYaml(toYaml(value))).toEqual(value);
  });
});

describe('/openapi-3.0.json', () => {
  it('is valid OpenAPI 3.0 with the same operations, schemas and webhooks', async () => {
    const derived = JSON.parse((await get('/openapi-3.0.json')).body.toString()) as Json;
    expect(derived['openapi']).toBe('3.0.3');
    const { valid, errors } = await new Validator().validate(structuredClone(derived));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    const namesOf = ({ paths, components }: Json) => [
      ...Object.entries<Json>(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method} ${path}`),
      ),
      ...Object.entries<Json>(components).flatMap(([kind, named]) =>
        Object.keys(named).map((name) => `${kind} ${name}`),
      ),
    ];
    expect(namesOf(derived).toSorted()).toEqual(namesOf(document).toSorted());
    expect(Object.keys(derived['x-webhooks'])).toEqual(Object.keys(document['webhooks']));
    expect(derived).not.toHaveProperty('webhooks');
  });

  it.each([
    ['a constant', { type: 'string', const: 'A' }, { type: 'string', enum: ['A'] }],
    ['examples', { type: 'string', examples: ['a', 'b'] }, { type: 'string', example: 'a' }],
    [
      'an exclusive minimum',
      { type: 'number', exclusiveMinimum: 0 },
      { type: 'number', minimum: 0, exclusiveMinimum: true },
    ],
    ['a nullable type', { type: ['integer', 'null'], minimum: 1 }, { type: 'integer', nullable: true, minimum: 1 }],
    [
      'a nullable reference',
      { anyOf: [{ $ref: '#/components/schemas/Named' }, { type: 'null' }] },
      { nullable: true, type: 'string', allOf: [{ $ref: '#/components/schemas/Named' }] },
    ],
    ['a nullable schema', { anyOf: [{ type: 'string' }, { type: 'null' }] }, { nullable: true, type: 'string' }],
    [
      'several nullable choices',
      { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
      { nullable: true, anyOf: [{ type: 'string' }, { type: 'integer' }] },
    ],
    ['an annotated reference', { $ref: '#/a', description: 'a' }, { allOf: [{ $ref: '#/a' }], description: 'a' }],
    ['a reference', { $ref: '#/a' }, { $ref: '#/a' }],
    [
      'members with the names of keywords',
      { properties: { const: { type: 'string' } } },
      { properties: { const: { type: 'string' } } },
    ],
    ['a default', { default: { const: 'x' } }, { default: { const: 'x' } }],
  ])('rewrites %s', (_name, schema, expected) => {
    const derived = openApi30({
      info: { license: { name: 'x' } },
      webhooks: {},
      components: { schemas: { Named: { type: 'string' }, Tested: schema } },
    });
    expect((derived as Json)['components'].schemas.Tested).toEqual(expected);
  });
});
