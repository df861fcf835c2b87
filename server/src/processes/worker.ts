import { AggregatorRegistry, type MetricObject } from 'prom-client';
import { type App, buildApp, type Siblings } from '../app.ts';
import { explain } from '../command/exit-codes.ts';
import { joinRuntime, type SharedRuntime } from '../command/runtime.ts';
import { type Config, ConfigError } from '../config.ts';
import { type Bank, LeasedLimiter } from '../http/rate-leases.ts';
import { Channel } from './channel.ts';
import { listenOrExplain } from './listening.ts';
import { openLog } from './log.ts';
import type { Handover, PrimaryMethods, WorkerMethods } from './methods.ts';
import { CLOSE_MS, DRAIN_MS, firstSignal, isDoneWithin } from './stopping.ts';

const JOIN_MS = 10_000;

type Primary = Channel<PrimaryMethods, WorkerMethods>;

/** One of several processes that answer requests. It ends with the primary: `node:cluster` sees to that. */
export async function startWorker(config: Config): Promise<void> {
  let app: App | undefined;
  let stop = (): void => {};
  const told = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const primary: Primary = new Channel((message) => process.send?.(message, undefined, undefined, () => {}), {
    catchUp: async () => app?.accessCache.catchUp(),
    metrics: async () => app?.metrics.registry.getMetricsAsJSON() ?? [],
    stop: () => stop(),
  });
  process.on('message', (message) => primary.receive(message));
  // A signal to the whole group reaches the primary, too: whether to wait is for it to say.
  const signalled = firstSignal(() => {});
  try {
    const runtime = await enter(config, primary);
    app = await serve(runtime, primary);
    await primary.ask('ready');
    await Promise.race([told, signalled]);
    await end(app, runtime);
  } catch (error) {
    await primary.ask('failed', explain(error)).catch(() => {});
    process.exit(1);
  }
}

interface Entered extends SharedRuntime {
  port: number;
}

async function enter(config: Config, primary: Primary): Promise<Entered> {
  const handover = await joined(primary);
  const log = openLog(config.logLevel, { pid: process.pid });
  const onError = ({ message }: Error): void => log.error({ reason: message }, 'database');
  return { ...(await joinRuntime(config, { ...handover, onError })), port: handover.port };
}

async function joined(primary: Primary): Promise<Handover> {
  const handover = primary.ask('join');
  if (await isDoneWithin(JOIN_MS, handover)) return handover;
  throw new ConfigError('PROCESSES: this process is a worker of another program. Set it to 1 there.');
}

async function serve({ port, ...runtime }: Entered, primary: Primary): Promise<App> {
  const { config, db, masterKeys, clock } = runtime;
  const log = openLog(config.logLevel, { pid: process.pid });
  const app = await buildApp({ config, db, masterKeys, clock, log, siblings: siblingsBy(primary) });
  await listenOrExplain({ host: config.host, port }, () => app.http.listen({ host: config.host, port }));
  return app;
}

async function end(app: App, runtime: SharedRuntime): Promise<never> {
  const isDrained = await isDoneWithin(DRAIN_MS, app.stop());
  const isClosed = await isDoneWithin(CLOSE_MS, runtime.close());
  process.exit(isDrained && isClosed ? 0 : 1);
}

/** What the processes of one server do together goes through the primary. */
const siblingsBy = (primary: Primary): Siblings => ({
  limiterOf: (limiter, limit, subject) => {
    const bank: Bank = {
      draw: (request) => primary.ask('draw', { ...request, limiter, limit }),
      settle: (settlements) => void primary.ask('settle', { limiter, settlements }).catch(() => {}),
      giveBack: (callerId) => void primary.ask('giveBack', { limiter, callerId }).catch(() => {}),
    };
    return new LeasedLimiter(limit, bank, subject);
  },
  accessChanged: () => primary.ask('accessChanged'),
  metrics: async () => {
    const told = (await primary.ask('metrics')) as MetricObject[][];
    return AggregatorRegistry.aggregate(told).metrics();
  },
});
