import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { addAssets, sendPage } from '../../engine/http/pages.ts';
import { assetUrl } from '../../foundation/pages/assets.ts';
import { icon, playgroundPage } from './playground/page.ts';

const PATH = '/playground';
const ASSETS_PATH = `${PATH}/assets`;
const image = { name: 'icon.svg', text: icon };

/** Output of the build of web/playground. */
const files = { 'page.css': 'text/css; charset=utf-8', 'page.js': 'text/javascript; charset=utf-8' } as const;

interface PlaygroundOptions {
  /** Base URL of the API. */
  api: string;
  /** Directory of the built files. */
  directory: URL;
  /** True if the page offers a login without credentials. */
  hasSandboxLogin: boolean;
}

/** Page for trying embedded wallets. Its files are read per request, so that the server also starts without a build. */
export function addPlayground(app: FastifyInstance, { api, directory, hasSandboxLogin }: PlaygroundOptions): void {
  const links = { style: `${ASSETS_PATH}/page.css`, script: `${ASSETS_PATH}/page.js` };
  const content = playgroundPage({ api, hasSandboxLogin, ...links, playgroundIcon: assetUrl(ASSETS_PATH, image) });
  app.get(PATH, async (_request, reply) => sendPage(reply, { content }));
  addAssets(app, ASSETS_PATH, [image]);
  for (const [name, type] of Object.entries(files)) {
    app.get(`${ASSETS_PATH}/${name}`, async (_request, reply) =>
      reply.type(type).send(await readFile(new URL(name, directory))),
    );
  }
}
