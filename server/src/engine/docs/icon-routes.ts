import type { FastifyInstance } from 'fastify';
import { iconText } from './icon.ts';

const MAX_AGE_SECONDS = 86_400;

/** Serves the icon at the default path, for pages that link none. Browsers accept SVG at this path as well. */
export function addIcon(app: FastifyInstance): void {
  for (const path of ['/favicon.svg', '/favicon.ico']) {
    app.get(path, async (_request, reply) =>
      reply
        .type('image/svg+xml; charset=utf-8')
        .header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`)
        .send(iconText),
    );
  }
}
