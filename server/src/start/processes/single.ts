import type { Logger } from 'pino';
import type { OnRequest, RequestLogLine } from '../../engine/request-log/log.ts';
import type { Config } from '../../foundation/config.ts';
import { AddressFile } from '../../foundation/runtime/address-file.ts';
import { openRuntime, type Runtime } from '../../foundation/runtime/runtime.ts';
import { SandboxFile } from '../../foundation/runtime/sandbox-file.ts';
import type { TokenPair } from '../../parties/platforms/first-platform.ts';
import { type App, buildApp, listeningUrl } from '../app.ts';
import { announcement } from './announcement.ts';
import { consoleBase, consoleLink } from './console-link.ts';
import { firstToken } from './first-token.ts';
import { becomesIdle, watchRequests } from './idle.ts';
import { listenForConsole, listenOrExplain } from './listening.ts';
import { openLog } from './log.ts';
import type { StartOptions } from './start-options.ts';
import { CLOSE_MS, drainLimitMs, endAtOnce, firstSignal, isDoneWithin } from './stopping.ts';
import { isWatched, openTerminal, type Terminal } from './terminal.ts';

/** Runs the whole server in one process until a signal or idleness stops it. */
export async function startSingle(config: Config, options: StartOptions): Promise<void> {
  const { isJson } = options;
  const log = openLog(config.logLevel);
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  // Logs only the message, because errors of the driver include the connection and its password.
  const onError = ({ message }: Error): void => log.error({ reason: message }, 'database');
  const onWarning = (line: string): void => log.warn({ reason: line }, 'database');
  const signalled = firstSignal(endAtOnce);
  const runtime = await openRuntime(config, {
    exclusive: true,
    onNotice: isJson ? () => {} : print,
    onWarning,
    onError,
  });
  let terminal: Terminal | undefined;
  const onRequest = isWatched(options) && ((line: RequestLogLine) => terminal?.showRequest(line));
  const { app, token } = await serve(runtime, log, onRequest || undefined).catch(async (error: unknown) => {
    await runtime.close();
    throw error;
  });
  const url = listeningUrl(app.http);
  const addressFile = new AddressFile(config.dataDir);
  await addressFile.write({ url, consoleUrl: consoleBase(config, url), pid: process.pid });
  await new SandboxFile(config.dataDir).writeUrl(url);
  const { vault } = app;
  const consoleUrl = (): Promise<string> => consoleLink({ ...runtime, vault, url: consoleBase(config, url), token });
  print(announcement({ listeningUrl: url, runtime, token, consoleUrl: await consoleUrl() }, { isJson }));
  if (onRequest) terminal = openTerminal({ url, consoleUrl, token, ...runtime });
  void options.onReady?.({ url, token });
  await Promise.race([signalled, becomesIdle(config, options, watchRequests(app.http.server))]);
  terminal?.close();
  await addressFile.remove(process.pid);
  await stop(app, runtime);
}

async function serve(
  runtime: Runtime,
  log: Logger,
  onRequest?: OnRequest,
): Promise<{ app: App; token: TokenPair | undefined }> {
  const { config, db, masterKeys, clock, damage } = runtime;
  const app = await buildApp({ config, db, masterKeys, clock, log, damage, ...(onRequest && { onRequest }) });
  try {
    const token = await firstToken(app.vault, runtime);
    await listenOrExplain(config, () => app.http.listen({ host: config.host, port: config.port }));
    await listenForConsole(app, config);
    return { app, token };
  } catch (error) {
    await app.stop();
    throw error;
  }
}

/** Limited in time, so that process and PostgreSQL end even if a request or a statement hangs. */
async function stop(app: App, runtime: Runtime): Promise<never> {
  const isDrained = await isDoneWithin(drainLimitMs(runtime.config), app.stop());
  const isClosed = await isDoneWithin(CLOSE_MS, runtime.close());
  process.exit(isDrained && isClosed ? 0 : 1);
}
