import type { Logger } from 'pino';
import { Lender } from '../../engine/http/rate-leases.ts';
import { HintRelay } from '../../engine/live/relay.ts';
import type { Config } from '../../foundation/config.ts';
import { sql } from '../../foundation/db/sql.ts';
import { Vault } from '../../foundation/db/vault.ts';
import { AddressFile } from '../../foundation/runtime/address-file.ts';
import { openRuntime, type Runtime, type RuntimeOptions } from '../../foundation/runtime/runtime.ts';
import { SandboxFile } from '../../foundation/runtime/sandbox-file.ts';
import { announcement, type Ready } from './announcement.ts';
import { connectionsFor, poolSizeFor } from './connections.ts';
import { consoleBase, consoleLink } from './console-link.ts';
import { firstToken } from './first-token.ts';
import { becomesIdle } from './idle.ts';
import { choosePort } from './listening.ts';
import { openLog } from './log.ts';
import type { StartOptions } from './start-options.ts';
import { CLOSE_MS, drainLimitMs, endAtOnce, firstSignal, isDoneWithin } from './stopping.ts';
import { isWatched, openTerminal, type ShownRequest, type Terminal } from './terminal.ts';
import { type RateServices, Workforce } from './workforce.ts';

/** Runs the primary of several processes: it owns the database and the workers, and serves no requests. */
export async function startPrimary(config: Config, options: StartOptions): Promise<void> {
  const { isJson } = options;
  const log = openLog(config.logLevel, { pid: process.pid });
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  const onError = ({ message }: Error): void => log.error({ reason: message }, 'database');
  const onWarning = (line: string): void => log.warn({ reason: line }, 'database');
  let workforce: Workforce | undefined;
  let isSignalled = false;
  const signalled = firstSignal(() => {
    workforce?.kill();
    endAtOnce();
  }).then(() => {
    isSignalled = true;
  });
  const runtime = await openWithConnections(config, {
    exclusive: true,
    onNotice: isJson ? () => {} : print,
    onWarning,
    onError,
  });
  let terminal: Terminal | undefined;
  const onCreated = (created: Workforce): void => {
    workforce = created;
  };
  const screen = { isWatched: isWatched(options), showRequest: (line: ShownRequest) => terminal?.showRequest(line) };
  const ready = await startWorkers(runtime, log, { onCreated, ...screen }).catch(async (error: unknown) => {
    await runtime.close();
    // A terminal signals the workers as well, which ends a worker that is still starting.
    if (isSignalled) process.exit(0);
    throw error;
  });
  const { listeningUrl: url, token, vault } = ready;
  const addressFile = new AddressFile(config.dataDir);
  await addressFile.write({ url, consoleUrl: consoleBase(config, url), pid: process.pid });
  await new SandboxFile(config.dataDir).writeUrl(url);
  const consoleUrl = (): Promise<string> => consoleLink({ ...runtime, vault, url: consoleBase(config, url), token });
  print(announcement({ ...ready, consoleUrl: await consoleUrl() }, { isJson }));
  if (screen.isWatched) terminal = openTerminal({ url, consoleUrl, token, ...runtime });
  void options.onReady?.({ url, token });
  await Promise.race([signalled, becomesIdle(config, options, () => workforce?.idleMs() ?? 0)]);
  terminal?.close();
  await addressFile.remove(process.pid);
  const isDrained = await workforce?.stop();
  const isClosed = await isDoneWithin(CLOSE_MS, runtime.close());
  process.exit(isDrained && isClosed ? 0 : 1);
}

/** Restarts an embedded PostgreSQL that an earlier server left running with too few connections. */
async function openWithConnections(config: Config, options: RuntimeOptions): Promise<Runtime> {
  const connections = connectionsFor(config.processes);
  const runtime = await openRuntime(config, { ...options, connections });
  if (config.databaseUrl || (await allowedConnections(runtime)) >= connections) return runtime;
  await runtime.close();
  return openRuntime(config, { ...options, connections });
}

interface Starting {
  onCreated: (workforce: Workforce) => void;
  isWatched: boolean;
  showRequest: (request: ShownRequest) => void;
}

interface Started extends Omit<Ready, 'consoleUrl'> {
  vault: Vault;
}

async function startWorkers(runtime: Runtime, log: Logger, starting: Starting): Promise<Started> {
  const { config, db, connection, masterKeys, clock } = runtime;
  const poolSize = poolSizeFor(config.processes, await allowedConnections(runtime));
  const vault = await Vault.open(db, masterKeys, clock.now());
  const token = await firstToken(vault, runtime);
  const port = await choosePort(config);
  if (config.consolePort !== undefined) {
    await choosePort({ host: config.host, port: config.consolePort, setting: 'CONSOLE_PORT' });
  }
  const { onCreated, isWatched, showRequest } = starting;
  const assignment = { connection, poolSize, port, isWatched };
  const services = { ...rateServices(), damage: () => runtime.damage() ?? '', showRequest };
  const workforce = new Workforce({
    ...{ size: config.processes, assignment, services, relay: new HintRelay(db), log },
    drainLimitMs: drainLimitMs(config),
  });
  onCreated(workforce);
  await workforce.start();
  return { listeningUrl: `http://localhost:${port}`, runtime, token, vault };
}

async function allowedConnections({ db }: Runtime): Promise<number> {
  const [row] = await db.read<{ allowed: number }>(sql`SELECT current_setting('max_connections')::int AS allowed`);
  return row?.allowed ?? 0;
}

/** The primary holds the token buckets of all rate limits; workers lease tokens from them. */
function rateServices(): RateServices {
  const lenders = new Map<string, Lender>();
  return {
    draw: ({ limiter, limit, ...request }) => {
      const lender = lenders.get(limiter) ?? new Lender(limit);
      lenders.set(limiter, lender);
      return lender.draw(request);
    },
    takeBack: ({ limiter, returned }) => {
      for (const lease of returned) lenders.get(limiter)?.takeBack(lease);
    },
    giveBack: ({ limiter, callerId }) => lenders.get(limiter)?.giveBack(callerId),
  };
}
