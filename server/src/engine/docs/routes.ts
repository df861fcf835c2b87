import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { once } from '../../foundation/kernel/memo.ts';
import { assetUrl } from '../../foundation/pages/assets.ts';
import { CachedText } from '../http/cached-text.ts';
import { addAssets, sendPage } from '../http/pages.ts';
import type { ApiDocument } from './document.ts';
import { iconText } from './icon.ts';
import { llmsPath } from './llms.ts';
import { DOCS_PATH } from './page.ts';

/** Files built by web/docs. */
const files = { 'page.css': 'text/css; charset=utf-8', 'page.js': 'text/javascript; charset=utf-8' } as const;
const ASSETS_PATH = `${DOCS_PATH}/assets`;
const icon = { name: 'icon.svg', text: iconText };
const assets = {
  style: `${ASSETS_PATH}/page.css`,
  script: `${ASSETS_PATH}/page.js`,
  icon: assetUrl(ASSETS_PATH, icon),
};

interface DocsOptions {
  makeDocument: () => ApiDocument;
  /** Directory of the built style sheet and script. */
  directory: URL;
  /** Directory of the guides. */
  guides: URL;
  /** Applies HEADER_PREFIX to an error code. */
  renamed: (code: string) => string;
}

/** Serves the documentation. Pages are built at the first request, so that they do not slow the start. */
export function addDocsSite(app: FastifyInstance, { makeDocument, directory, guides, renamed }: DocsOptions): void {
  const site = once(async () => {
    const { openSite } = await import('./open.ts');
    return openSite({ document: makeDocument(), guides, renamed }, assets);
  });
  const texts = {
    [llmsPath]: { type: 'text/plain', read: async () => (await site()).llms },
    '/llms-full.txt': { type: 'text/plain', read: async () => (await site()).full },
    [`${DOCS_PATH}/search.json`]: { type: 'application/json', read: async () => (await site()).search() },
  };
  for (const [path, { type, read }] of Object.entries(texts)) {
    const cached = once(async () => {
      const content = await read();
      return new CachedText(`${type}; charset=utf-8`, () => content);
    });
    app.get(path, async (request, reply) => (await cached()).send(request, reply));
  }
  addAssets(app, ASSETS_PATH, [icon]);
  for (const [name, type] of Object.entries(files)) {
    app.get(`${ASSETS_PATH}/${name}`, async (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', 'no-cache')
        .send(await readFile(new URL(name, directory))),
    );
  }
  app.get(`${DOCS_PATH}/`, async (_request, reply) => reply.redirect(DOCS_PATH));
  app.get(DOCS_PATH, async (_request, reply) => send(reply, (await site()).page('')));
  app.get<{ Params: { '*': string } }>(`${DOCS_PATH}/*`, async ({ params }, reply) => {
    const path = `/${params['*']}`;
    const opened = await site();
    const markdown = path.endsWith('.md') ? opened.markdown(path.slice(0, -'.md'.length)) : undefined;
    return markdown === undefined ? send(reply, opened.page(path)) : text(reply, 'text/markdown', markdown);
  });
}

type Found = { content: { markup: string }; status: number };

const send = (reply: FastifyReply, { content, status }: Found): FastifyReply => sendPage(reply, { content, status });

const text = (reply: FastifyReply, type: string, content: string): FastifyReply =>
  reply.type(`${type}; charset=utf-8`).send(content);
