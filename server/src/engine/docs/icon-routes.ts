import type { FastifyInstance } from 'fastify';
import { iconText } from './icon.ts';

const MAX_AGE_SECONDS = 86_400;

/** Icon of every page that names none. Browsers accept SVG at the traditional path as well. */
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
