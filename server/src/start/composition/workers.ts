import type { Metrics } from '../../engine/http/metrics.ts';
import { type JobHandlers, Worker } from '../../engine/jobs/worker.ts';
import { DeliveryWorker } from '../../engine/webhooks/delivery-worker.ts';
import { outcomeRecorder } from '../../engine/webhooks/recorder.ts';
import { deferredExpiries } from '../../payments/transactions/quote-expiries.ts';
import type { Base } from './base.ts';
import type { Services } from './services.ts';

interface WorkerOptions {
  handlers: JobHandlers;
  metrics: Metrics;
}

/** Runs jobs. */
export const buildWorker = (
  { db, clock, log }: Base,
  { payments: { fastPath } }: Services,
  { handlers, metrics }: WorkerOptions,
): Worker =>
  new Worker({
    db,
    clock,
    handoff: fastPath.handoff,
    handlers,
    deferred: deferredExpiries(db),
    onFailure: ({ kind, id, attempts }, err, outcome) => log.warn({ kind, id, attempts, err, outcome }, 'job failed'),
    onRun: ({ kind }, outcome, ms) => metrics.jobs.observe({ kind, outcome }, ms / 1_000),
  });

/** Delivers events to the endpoints of platforms. */
export const buildDeliveryWorker = (
  { config, db, clock }: Base,
  { webhooks }: Services,
  metrics: Metrics,
): DeliveryWorker =>
  new DeliveryWorker({
    db,
    clock,
    webhooks,
    recorder: outcomeRecorder(db),
    firstRetryMs: config.webhooks.firstRetryMs,
    onAttempt: ({ latencyMs }, hasArrived) =>
      metrics.jobs.observe({ kind: 'webhook', outcome: hasArrived ? 'DONE' : 'RETRY' }, latencyMs / 1_000),
  });
