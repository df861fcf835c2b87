import type { Logger } from 'pino';
import { openRuntime, type Runtime, type RuntimeOptions } from '../command/runtime.ts';
import type { Config } from '../config.ts';
import { sql } from '../db/sql.ts';
import { Vault } from '../db/vault.ts';
import { Lender } from '../http/rate-leases.ts';
import { announcement, type Ready } from './announcement.ts';
import { connectionsFor, poolSizeFor } from './connections.ts';
import { firstToken } from './first-token.ts';
import { choosePort } from './listening.ts';
import { openLog } from './log.ts';
import { CLOSE_MS, endAtOnce, firstSignal, isDoneWithin } from './stopping.ts';
import { type RateServices, Workforce } from './workforce.ts';

/** Several processes: this one has the database and the workers, and answers no request itself. */
export async function startPrimary(config: Config, { isJson }: { isJson: boolean }): Promise<void> {
  const log = openLog(config.logLevel, { pid: process.pid });
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const onError = ({ message }: Error): void => log.error({ reason: message }, 'database');
  let workforce: Workforce | undefined;
  let isSignalled = false;
  const signalled = firstSignal(() => {
    workforce?.kill();
    endAtOnce();
  }).then(() => {
    isSignalled = true;
  });
  const runtime = await openWide(config, { exclusive: true, onNotice: isJson ? () => {} : say, onError });
  const ready = await raise(runtime, log, (made) => {
    workforce = made;
  }).catch(async (error: unknown) => {
    await runtime.close();
    // A terminal signals workers, too, and one that has just begun ends by it.
    if (isSignalled) process.exit(0);
    throw error;
  });
  say(announcement(ready, { isJson }));
  await signalled;
  const isDrained = await workforce?.stop();
  const isClosed = await isDoneWithin(CLOSE_MS, runtime.close());
  process.exit(isDrained && isClosed ? 0 : 1);
}

/** An embedded PostgreSQL that was taken over allows what its last server needed, and is started anew for more. */
async function openWide(config: Config, options: RuntimeOptions): Promise<Runtime> {
  const connections = connectionsFor(config.processes);
  const runtime = await openRuntime(config, { ...options, connections });
  if (config.databaseUrl || (await allowedConnections(runtime)) >= connections) return runtime;
  await runtime.close();
  return openRuntime(config, { ...options, connections });
}

async function raise(runtime: Runtime, log: Logger, onMade: (workforce: Workforce) => void): Promise<Ready> {
  const { config, db, connection, masterKeys, clock } = runtime;
  const poolSize = poolSizeFor(config.processes, await allowedConnections(runtime));
  const token = await firstToken(await Vault.open(db, masterKeys, clock.now()), runtime);
  const port = await choosePort(config);
  const handover = { connection, poolSize, port };
  const workforce = new Workforce({ size: config.processes, handover, services: rateServices(), log });
  onMade(workforce);
  await workforce.start();
  return { listeningUrl: `http://localhost:${port}`, runtime, token };
}

async function allowedConnections({ db }: Runtime): Promise<number> {
  const [row] = await db.read<{ allowed: number }>(sql`SELECT current_setting('max_connections')::int AS allowed`);
  return row?.allowed ?? 0;
}

/** The buckets of all limits are here, and workers draw from them. */
function rateServices(): RateServices {
  const lenders = new Map<string, Lender>();
  return {
    draw: ({ limiter, limit, ...request }) => {
      const lender = lenders.get(limiter) ?? new Lender(limit);
      lenders.set(limiter, lender);
      return lender.draw(request);
    },
    settle: ({ limiter, settlements }) => {
      for (const settlement of settlements) lenders.get(limiter)?.settle(settlement);
    },
    giveBack: ({ limiter, callerId }) => lenders.get(limiter)?.giveBack(callerId),
  };
}
