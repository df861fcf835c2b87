import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../../foundation/db/database.ts';
import { RequestDurations } from './request-durations.ts';

const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

/** Metrics of this process. Route labels are templates, because the number of paths is unbounded. */
export class Metrics {
  readonly registry = new Registry();
  readonly requests = new RequestDurations(LATENCY_BUCKETS, this.registry);
  readonly jobs = new Histogram({
    name: 'causeway_job_duration_seconds',
    help: 'Duration of background jobs by kind and outcome',
    labelNames: ['kind', 'outcome'],
    buckets: LATENCY_BUCKETS,
    registers: [this.registry],
  });
  readonly requestLogDropped = new Counter({
    name: 'causeway_request_log_dropped_total',
    help: 'Requests left out of the request log because it could not keep up',
    registers: [this.registry],
  });

  constructor(db: Database) {
    new Gauge({
      name: 'causeway_processes',
      help: 'Processes that answer requests',
      registers: [this.registry],
    }).set(1);
    collectDefaultMetrics({ register: this.registry, prefix: 'causeway_' });
    new Gauge({
      name: 'causeway_database_connections',
      help: 'Database connections by state',
      labelNames: ['state'],
      registers: [this.registry],
      collect() {
        for (const [state, count] of Object.entries(db.connections())) this.set({ state }, count);
      },
    });
  }
}
