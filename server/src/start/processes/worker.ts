import { AggregatorRegistry, type MetricObject } from 'prom-client';
import { LeasedLimiter, type LeaseSource } from '../../engine/http/rate-leases.ts';
import type { OnRequest } from '../../engine/request-log/log.ts';
import { type Config, ConfigError } from '../../foundation/config.ts';
import { explain } from '../../foundation/runtime/failures.ts';
import { joinRuntime, type SharedRuntime } from '../../foundation/runtime/runtime.ts';
import { type App, buildApp, type Siblings } from '../app.ts';
import { ProcessChannel } from './channel.ts';
import { watchRequests } from './idle.ts';
import { listenForConsole, listenOrExplain } from './listening.ts';
import { openLog } from './log.ts';
import type { PrimaryMethods, WorkerAssignment, WorkerMethods } from './methods.ts';
import { CLOSE_MS, drainLimitMs, firstSignal, isDoneWithin } from './stopping.ts';
import { shownRequest } from './terminal.ts';

const JOIN_MS = 10_000;

type Primary = ProcessChannel<PrimaryMethods, WorkerMethods>;

/** Runs one of several processes that serve requests. `node:cluster` ends the worker with the primary. */
export async function startWorker(config: Config): Promise<void> {
  let app: App | undefined;
  let stop = (): void => {};
  let idleMs = (): number => 0;
  const stopRequested = new Promise<void>((resolve) => {
    stop = resolve;
  });
  // Ignores sending errors, because the worker ends with the primary.
  const primary: Primary = new ProcessChannel((message) => process.send?.(message, undefined, undefined, () => {}), {
    catchUp: async () => app?.accessCache.catchUp(),
    metrics: async () => app?.metrics.registry.getMetricsAsJSON() ?? [],
    idleMs: () => idleMs(),
    stop: () => stop(),
    setWatched: (platformIds) => app?.live.setWatched(platformIds),
    deliverHints: (delivery) => app?.live.deliver(delivery),
  });
  process.on('message', (message) => primary.receive(message));
  // Ignores a second signal: the primary also receives the signal and decides whether to wait.
  const signalled = firstSignal(() => {});
  try {
    const runtime = await join(config, primary);
    app = await serve(runtime, primary);
    idleMs = watchRequests(app.http.server);
    await primary.call('ready');
    await Promise.race([stopRequested, signalled]);
    await end(app, runtime);
  } catch (error) {
    // Without a primary, the report has no receiver.
    await primary.call('failed', explain(error)).catch(() => {});
    process.exit(1);
  }
}

type WorkerRuntime = SharedRuntime & Pick<WorkerAssignment, 'port' | 'isWatched'>;

async function join(config: Config, primary: Primary): Promise<WorkerRuntime> {
  const assignment = await getAssignment(primary);
  const log = openLog(config.logLevel, { pid: process.pid });
  const onError = ({ message }: Error): void => log.error({ reason: message }, 'database');
  const { port, isWatched } = assignment;
  return { ...(await joinRuntime(config, { ...assignment, onError })), port, isWatched };
}

async function getAssignment(primary: Primary): Promise<WorkerAssignment> {
  const assignment = primary.call('join');
  if (await isDoneWithin(JOIN_MS, assignment)) return assignment;
  throw new ConfigError('PROCESSES must be 1 when another program starts the server as a node:cluster worker.');
}

async function serve({ port, isWatched, ...runtime }: WorkerRuntime, primary: Primary): Promise<App> {
  const { config, db, masterKeys, clock } = runtime;
  const log = openLog(config.logLevel, { pid: process.pid });
  const damage = async (): Promise<string | undefined> => (await primary.call('damage')) || undefined;
  // Lines that cannot be sent are dropped.
  const onRequest: OnRequest = (line) => void primary.call('showRequest', shownRequest(line)).catch(() => {});
  const services = { siblings: siblingsBy(primary), damage, ...(isWatched && { onRequest }) };
  const app = await buildApp({ config, db, masterKeys, clock, log, ...services });
  await listenOrExplain({ host: config.host, port }, () => app.http.listen({ host: config.host, port }));
  await listenForConsole(app, config);
  return app;
}

async function end(app: App, runtime: SharedRuntime): Promise<never> {
  const isDrained = await isDoneWithin(drainLimitMs(runtime.config), app.stop());
  const isClosed = await isDoneWithin(CLOSE_MS, runtime.close());
  process.exit(isDrained && isClosed ? 0 : 1);
}

/** Shares rate limits, access changes, metrics and hints through the primary. */
const siblingsBy = (primary: Primary): Siblings => ({
  limiterOf: (limiter, limit, subject) => {
    const source: LeaseSource = {
      draw: (request) => primary.call('draw', { ...request, limiter, limit }),
      // Leases that cannot be returned expire in the primary.
      takeBack: (returned) => void primary.call('takeBack', { limiter, returned }).catch(() => {}),
      giveBack: (callerId) => void primary.call('giveBack', { limiter, callerId }).catch(() => {}),
    };
    return new LeasedLimiter(limit, source, subject);
  },
  accessChanged: () => primary.call('accessChanged'),
  metrics: async () => {
    const metrics = (await primary.call('metrics')) as MetricObject[][];
    return AggregatorRegistry.aggregate(metrics).metrics();
  },
  // Ignores lost hints: the worker ends with the primary.
  relay: {
    watch: (platformIds) => void primary.call('watchHints', platformIds).catch(() => {}),
    publish: (hints) => void primary.call('publishHints', hints).catch(() => {}),
  },
});
