import type { FastifyInstance } from 'fastify';
import { IMMUTABLE } from '../../engine/http/pages.ts';
import type { Database } from '../../foundation/db/database.ts';
import { findLogo, LOGOS_PATH } from './logos.ts';

/** Serves platform logos for end-user pages. */
export function addLogos(app: FastifyInstance, { db }: { db: Database }): void {
  app.get<{ Params: { platform: string; file: string } }>(
    `${LOGOS_PATH}/:platform/:file`,
    async ({ params }, reply) => {
      const logo = await findLogo(db, params.platform, params.file);
      if (!logo) return reply.callNotFound();
      return (
        reply
          .type(logo.type)
          .header('cache-control', IMMUTABLE)
          // Prevents scripts in an image that is opened directly.
          .header('content-security-policy', "default-src 'none'")
          .send(logo.bytes)
      );
    },
  );
}
