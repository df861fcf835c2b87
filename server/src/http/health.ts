import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import type { Drain } from './drain.ts';

interface Needs {
  db: Database;
  /** What this server measures, as Prometheus reads it. */
  metrics: () => Promise<string>;
  drain: Drain;
}

/** For the machines around us: is it alive, may it be sent requests, what does it measure. */
export function addHealth(app: FastifyInstance, { db, metrics, drain }: Needs): void {
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const database = await db.isHealthy();
    const draining = drain.isDraining;
    const isReady = database && !draining;
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready', database, draining });
  });
  app.get('/metrics', async (_request, reply) => reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await metrics()));
}
