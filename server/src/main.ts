import type { Logger } from 'pino';
import { type App, buildApp, listeningUrl } from './app.ts';
import { openRuntime, type Runtime } from './command/runtime.ts';
import type { Config } from './config.ts';
import type { TokenPair } from './platforms/first-platform.ts';
import { announcement } from './processes/announcement.ts';
import { firstToken } from './processes/first-token.ts';
import { listenOrExplain } from './processes/listening.ts';
import { openLog } from './processes/log.ts';
import { CLOSE_MS, DRAIN_MS, endAtOnce, firstSignal, isDoneWithin } from './processes/stopping.ts';

/** One process: config -> database -> app -> listen; on a signal the same way back. */
export async function start(config: Config, { isJson = false } = {}): Promise<void> {
  const log = openLog(config.logLevel);
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  // The driver's errors carry their whole connection with them; its message says enough.
  const onError = ({ message }: Error): void => log.error({ reason: message }, 'database');
  const signalled = firstSignal(endAtOnce);
  const runtime = await openRuntime(config, { exclusive: true, onNotice: isJson ? () => {} : say, onError });
  const { app, token } = await serve(runtime, log).catch(async (error: unknown) => {
    await runtime.close();
    throw error;
  });
  say(announcement({ listeningUrl: listeningUrl(app.http), runtime, token }, { isJson }));
  await signalled;
  await stop(app, runtime);
}

async function serve(runtime: Runtime, log: Logger): Promise<{ app: App; token: TokenPair | undefined }> {
  const { config, db, masterKeys, clock } = runtime;
  const app = await buildApp({ config, db, masterKeys, clock, log });
  try {
    const token = await firstToken(app.vault, runtime);
    await listenOrExplain(config, () => app.http.listen({ host: config.host, port: config.port }));
    return { app, token };
  } catch (error) {
    await app.stop();
    throw error;
  }
}

/** What else may hold its work back, a server that was told to stop ends, and its PostgreSQL with it. */
async function stop(app: App, runtime: Runtime): Promise<never> {
  const isDrained = await isDoneWithin(DRAIN_MS, app.stop());
  const isClosed = await isDoneWithin(CLOSE_MS, runtime.close());
  process.exit(isDrained && isClosed ? 0 : 1);
}
