import { readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorStatus } from '../src/foundation/kernel/errors.ts';
import { TestApp } from './support/app.ts';

const MAX_PAGE_BYTES = 64_000;
/** Limit of the search index, which contains all prose and is loaded at the first search. */
const MAX_INDEX_BYTES = 85_000;
/** Files of docs/ for contributors, which are not part of the site. */
const INTERNAL = ['architecture.md', 'benchmarks.md', 'language.md'];

let app: TestApp;
/** Every page by path, as Markdown from /llms.txt. */
let markdown: Map<string, string>;
let html: Map<string, string>;

const read = async (path: string): Promise<string> => {
  const response = await fetch(`${app.url}${path}`);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
};

beforeAll(async () => {
  app = await TestApp.shared();
  const addresses = [...(await read('/llms.txt')).matchAll(/\]\((\/docs[^)]*)\.md\)/g)].map(([, path = '']) => path);
  markdown = new Map();
  html = new Map();
  for (const path of addresses) {
    markdown.set(path, await read(`${path}.md`));
    html.set(path, await read(path === '/docs/index' ? '/docs' : path));
  }
});
afterAll(() => app.stop());

describe('the documentation', () => {
  it('has a page for every operation, event, error code, schema and guide', async () => {
    const document = JSON.parse(await read('/openapi.json'));
    const operations = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap(Object.values);
    const guides = readdirSync(new URL('../../docs/', import.meta.url)).filter((name) => name.endsWith('.md'));
    const expected = [
      '/docs/index',
      ...operations.map(({ operationId }) => `/docs/operations/${operationId}`),
      ...Object.keys(document.webhooks).map((type) => `/docs/events/${type}`),
      ...Object.keys(errorStatus).map((code) => `/docs/errors/${code}`),
      ...Object.keys(document.components.schemas).map((name) => `/docs/schemas/${name}`),
      ...guides.filter((name) => !INTERNAL.includes(name)).map((name) => `/docs/guides/${name.slice(0, -3)}`),
    ];
    expect(expected.filter((path) => !markdown.has(path))).toEqual([]);
  });

  it('links only to pages and headings that exist', () => {
    const anchors = new Map(
      [...html].map(([path, text]) => [path, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]),
    );
    const exists = (from: string, href: string): boolean => {
      const [path = '', anchor] = href.split('#');
      const target = path === '' ? from : path.replace(/\.md$/, '').replace(/^\/docs$/, '/docs/index');
      if (!target.startsWith('/docs')) return ['/openapi.json', '/llms.txt'].includes(target);
      const ids = anchors.get(target);
      return ids !== undefined && (anchor === undefined || ids.has(anchor));
    };
    const broken = [...html].flatMap(([path, text]) =>
      [...text.matchAll(/<a [^>]*href="([^"]+)"/g)]
        .map(([, href = '']) => href.replaceAll('&amp;', '&'))
        .filter((href) => !/^(https?|mailto):/.test(href) && !exists(path, href))
        .map((href) => `${path} -> ${href}`),
    );
    expect(broken).toEqual([]);
  });

  it('has a title and one first heading on every page', () => {
    for (const [path, text] of html) {
      expect([path, text.match(/<h1>/g)?.length]).toEqual([path, 1]);
      expect([path, /<title>[^<]+<\/title>/.test(text)]).toEqual([path, true]);
    }
  });

  it(`sends pages of at most ${MAX_PAGE_BYTES} bytes and a search index of at most ${MAX_INDEX_BYTES} compressed`, async () => {
    const large = [...html].filter(([, text]) => Buffer.byteLength(text) > MAX_PAGE_BYTES).map(([path]) => path);
    expect(large).toEqual([]);
    expect(gzipSync(await read('/docs/search.json')).length).toBeLessThan(MAX_INDEX_BYTES);
  });

  it('is complete in /llms-full.txt, apart from schemas', async () => {
    const full = await read('/llms-full.txt');
    for (const [path, text] of markdown) {
      if (!path.startsWith('/docs/schemas/')) expect([path, full.includes(text)]).toEqual([path, true]);
    }
  });

  it('answers an unknown page with 404 and a way back', async () => {
    const response = await fetch(`${app.url}/docs/guides/nothing`);
    expect([response.status, (await response.text()).includes('Page not found')]).toEqual([404, true]);
  });
});
