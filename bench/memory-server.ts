import { createHmac, timingSafeEqual } from 'node:crypto';
import Fastify from 'fastify';
import { readBasic } from '../server/src/engine/http/credentials.ts';
import { unauthorized } from '../server/src/foundation/kernel/errors.ts';
import { tuneGarbageCollection } from '../server/src/start/processes/garbage-collection.ts';
import { settleShapes } from '../server/src/start/processes/object-shapes.ts';

export interface MemoryServerOptions {
  port: number;
  authorization: string;
  body: string;
}

const KEY = Buffer.alloc(32, 1);
const hash = (secret: string): Buffer => createHmac('sha256', KEY).update(secret).digest();

/** The yardstick for reads: Fastify, the same authentication, and a response from memory. */
export async function serveFromMemory({ port, authorization, body }: MemoryServerOptions): Promise<void> {
  // Same setting as the server: otherwise chance decides at the start which of the two is fast.
  tuneGarbageCollection();
  settleShapes();
  const { username, password } = readBasic(authorization);
  const known = new Map([[username, hash(password)]]);
  const app = Fastify({ logger: false });
  app.get('/readyz', async () => ({ status: 'ready' }));
  app.get('/api/2025-10-13/*', {
    onRequest: async (request) => {
      const credentials = readBasic(request.headers.authorization);
      const expected = known.get(credentials.username);
      if (!expected || !timingSafeEqual(expected, hash(credentials.password))) {
        throw unauthorized('CREDENTIALS_WRONG', 'Wrong secret.');
      }
    },
    handler: async (_request, reply) => reply.type('application/json; charset=utf-8').send(body),
  });
  // Ends when the process that started it ends, in any way.
  process.stdin.resume().once('close', () => process.exit(0));
  await app.listen({ host: '127.0.0.1', port });
}
