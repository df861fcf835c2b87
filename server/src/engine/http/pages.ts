import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Language } from '../../foundation/kernel/languages.ts';
import { type Asset, assetUrl } from '../../foundation/pages/assets.ts';
import type { Html } from '../../foundation/pages/html.ts';

/** Forbids requests to other servers, framing and inline scripts. */
const strictPolicy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' blob:",
  'connect-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
};
type Policy = Partial<Record<keyof typeof strictPolicy | 'frame-src', string>>;

export interface HtmlPage {
  status?: number;
  content: Html;
  /** Language of a page that is available in several, selected by `Accept-Language`. */
  language?: Language;
  /** Exceptions to the strict policy. */
  policy?: Policy;
}

/** Sends a page with its content security policy and without referrers. */
export function sendPage(
  reply: FastifyReply,
  { status = 200, content, language, policy = {} }: HtmlPage,
): FastifyReply {
  const { 'frame-ancestors': framedBy = strictPolicy['frame-ancestors'] } = policy;
  const directives = Object.entries({ ...strictPolicy, ...policy });
  // X-Frame-Options cannot list origins, so it is sent only to forbid all framing.
  if (framedBy === strictPolicy['frame-ancestors']) reply.header('x-frame-options', 'DENY');
  if (language) reply.header('content-language', language).header('vary', 'Accept-Language');
  return reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', directives.map(([name, sources]) => `${name} ${sources}`).join('; '))
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-opener-policy', 'same-origin')
    .send(content.markup);
}

const assetTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
};

export function addAssets(app: FastifyInstance, prefix: string, assets: readonly Asset[]): void {
  for (const asset of assets) app.get(assetUrl(prefix, asset), async (_request, reply) => sendAsset(reply, asset));
}

export const IMMUTABLE = 'public, max-age=31536000, immutable';

export function sendAsset(reply: FastifyReply, { name, text }: Asset): FastifyReply {
  const type = assetTypes[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  return reply.type(type).header('cache-control', IMMUTABLE).send(text);
}
