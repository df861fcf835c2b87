import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accepts } from '../../engine/http/cached-text.ts';
import { sendPage } from '../../engine/http/pages.ts';
import { type OriginOptions, requireKnownHost } from './origin.ts';
import { type ConsoleBuild, consolePage, missingPage } from './page.ts';

const PATH = '/console';
const ASSETS = `${PATH}/assets`;
const NONCE_BYTES = 16;

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
};

/** Compressed variants of a file, best first. */
const variants = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
] as const;

interface PageRouteOptions {
  /** Base URL of the API. */
  api: string;
  origin: OriginOptions;
  /** Directory of the built files. */
  directory: URL;
}

/** Page and files of the console. Read per request, so that a server starts without a build. */
export function addConsolePage(app: FastifyInstance, options: PageRouteOptions): void {
  const onRequest = async (request: FastifyRequest): Promise<void> => requireKnownHost(options.origin, request);
  const showPage = (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => sendShell(options, reply);
  app.get(PATH, { onRequest }, showPage);
  app.get(`${PATH}/*`, { onRequest }, showPage);
  app.get<{ Params: { name: string } }>(`${ASSETS}/:name`, { onRequest }, (request, reply) =>
    sendAsset(options, request, reply),
  );
}

async function sendShell({ api, directory }: PageRouteOptions, reply: FastifyReply): Promise<FastifyReply> {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  // PDFs are shown as blobs in frames; a blob inherits this policy, so that no script in it runs.
  const policy = { 'style-src': `'self' 'nonce-${nonce}'`, 'frame-src': 'blob:' };
  const build = await findBuild(directory);
  if (!build) return sendPage(reply, { status: 503, content: missingPage(nonce), policy });
  return sendPage(reply, { content: consolePage({ build, api, assets: ASSETS, nonce }), policy });
}

async function findBuild(directory: URL): Promise<ConsoleBuild | undefined> {
  const text = await readIfPresent(new URL('manifest.json', directory));
  return text && JSON.parse(text.toString('utf8'));
}

/** Names contain a hash of the content, so the files are cached forever. */
async function sendAsset(
  { directory }: PageRouteOptions,
  { params: { name }, headers }: FastifyRequest<{ Params: { name: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const type = /^[\w-][\w.-]*\.(\w+)$/.test(name) ? types[name.split('.').at(-1) ?? ''] : undefined;
  if (!type) return notFound(reply);
  for (const { encoding, suffix } of variants) {
    if (!accepts(headers['accept-encoding'], encoding)) continue;
    const content = await readIfPresent(new URL(`${name}${suffix}`, directory));
    if (content) return sendFile(reply.header('content-encoding', encoding), type, content);
  }
  const content = await readIfPresent(new URL(name, directory));
  return content ? sendFile(reply, type, content) : notFound(reply);
}

function notFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}

const sendFile = (reply: FastifyReply, type: string, content: Buffer): FastifyReply =>
  reply
    .type(type)
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('vary', 'Accept-Encoding')
    .send(content);

async function readIfPresent(file: URL): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
