import type { Metrics } from '../../engine/http/metrics.ts';
import { type JobHandlers, Worker } from '../../engine/jobs/worker.ts';
import { DeliveryWorker } from '../../engine/webhooks/delivery-worker.ts';
import { outcomeRecorder } from '../../engine/webhooks/recorder.ts';
import { causeOfOutage } from '../../foundation/db/outages.ts';
import { deferredExpiries } from '../../payments/transactions/quote-expiries.ts';
import type { Base } from './base.ts';
import type { Services } from './services.ts';

interface WorkerOptions {
  handlers: JobHandlers;
  metrics: Metrics;
}

/** Excludes outages, because requests and /readyz report them. */
const logProblem =
  ({ log }: Base, message: string) =>
  (err: unknown): void => {
    if (!causeOfOutage(err)) log.error({ err }, message);
  };

/** Builds the worker that runs jobs. */
export const buildWorker = (
  base: Base,
  { payments: { fastPath } }: Services,
  { handlers, metrics }: WorkerOptions,
): Worker =>
  new Worker({
    db: base.db,
    clock: base.clock,
    handoff: fastPath.handoff,
    handlers,
    deferred: deferredExpiries(base.db),
    onFailure: ({ kind, id, attempts }, err, outcome) =>
      base.log.warn({ kind, id, attempts, err, outcome }, 'job failed'),
    onProblem: logProblem(base, 'the job queue failed'),
    onRun: ({ kind }, outcome, ms) => metrics.jobs.observe({ kind, outcome }, ms / 1_000),
  });

/** Builds the worker that delivers events to the endpoints of platforms. */
export const buildDeliveryWorker = (base: Base, { webhooks }: Services, metrics: Metrics): DeliveryWorker =>
  new DeliveryWorker({
    db: base.db,
    clock: base.clock,
    webhooks,
    recorder: outcomeRecorder(base.db),
    firstRetryMs: base.config.webhooks.firstRetryMs,
    onProblem: logProblem(base, 'webhook delivery failed'),
    onAttempt: ({ latencyMs }, hasArrived) =>
      metrics.jobs.observe({ kind: 'webhook', outcome: hasArrived ? 'DONE' : 'RETRY' }, latencyMs / 1_000),
  });
