import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import type { Database } from '../../foundation/db/database.ts';
import type { Drain } from './drain.ts';

interface Deps {
  db: Database;
  /** Returns the metrics in the text format of Prometheus. */
  metrics: () => Promise<string>;
  drain: Drain;
  /** Reason why an embedded database needs manual repair; undefined if it is intact. */
  damage?: (() => string | undefined | Promise<string | undefined>) | undefined;
}

/** Adds the endpoints for supervisors, load balancers and Prometheus. */
export function addHealth(app: FastifyInstance, { db, metrics, drain, damage }: Deps): void {
  app.get('/livez', async (_request, reply) => {
    const reason = await damage?.();
    return reply.status(reason ? 503 : 200).send(reason ? { status: 'failed', reason } : { status: 'ok' });
  });
  app.get('/readyz', async (_request, reply) => {
    const database = await db.isHealthy();
    const draining = !drain.isReady;
    const isReady = database && !draining;
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready', database, draining });
  });
  app.get('/metrics', async (_request, reply) => reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await metrics()));
}
