import { readFile, rename, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import { type App, buildApp, listeningUrl } from './app.ts';
import { openRuntime, type Runtime } from './command/runtime.ts';
import { BASE_PATH, type Config, ConfigError, VERSION } from './config.ts';
import { monotonicMs } from './kernel/clock.ts';
import { ensureSandbox, type TokenPair } from './platforms/first-platform.ts';

/** How long a stopping server waits for requests and jobs that are running, and then for the database to close. */
const DRAIN_MS = 15_000;
const CLOSE_MS = 20_000;
const SANDBOX_FILE = 'sandbox.env';

/** config -> database -> app -> listen; on a signal the same way back. */
export async function start(config: Config, { isJson = false } = {}): Promise<void> {
  const log = pino({ level: config.logLevel, base: null }, pino.destination({ dest: 2, sync: false }));
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  // The driver's errors carry their whole connection with them; its message says enough.
  const onError = ({ message }: Error): void => log.error({ reason: message }, 'database');
  const signalled = firstSignal();
  const runtime = await openRuntime(config, { exclusive: true, onNotice: isJson ? () => {} : say, onError });
  const { app, token } = await serve(runtime, log).catch(async (error: unknown) => {
    await runtime.close();
    throw error;
  });
  say(isJson ? readyJson(app, runtime, token) : banner(app, runtime, token));
  await signalled;
  await stop(app, runtime);
}

/** One that comes while we start is obeyed once we have: half a start would leave PostgreSQL behind. */
function firstSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false;
    const onSignal = (): void => {
      // A second signal means now.
      if (isStopping) process.exit(130);
      isStopping = true;
      resolve();
    };
    process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  });
}

async function serve(runtime: Runtime, log: Logger): Promise<{ app: App; token: TokenPair | undefined }> {
  const { config, db, masterKeys, clock } = runtime;
  const app = await buildApp({ config, db, masterKeys, clock, log });
  try {
    const token = await firstToken(app, runtime);
    await listen(app, config);
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

function isDoneWithin(ms: number, work: Promise<void>): Promise<boolean> {
  const done = work.then(
    () => true,
    () => false,
  );
  return Promise.race([done, sleep(ms, false)]);
}

async function listen({ http }: App, { host, port }: Config): Promise<void> {
  await http.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    const complaint = listenComplaints[error.code ?? ''];
    throw complaint ? new ConfigError(`Port ${port} on ${host} ${complaint}`) : error;
  });
}

const listenComplaints: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use. Set PORT to another one, or end the program that has it.',
  EACCES: 'may not be used by this user. Set PORT to one above 1023.',
  EADDRNOTAVAIL: 'is not an address of this machine. Set HOST to one that is.',
  ENOTFOUND: 'is not a name that is known. Set HOST to an address of this machine.',
};

/** The token of the sandbox is written down, because the database knows only its hash. */
async function firstToken({ vault }: App, { config, db, clock }: Runtime): Promise<TokenPair | undefined> {
  const path = join(config.dataDir, SANDBOX_FILE);
  const written = await readFile(path, 'utf8').catch(() => '');
  const token = await ensureSandbox(db, vault, {
    chosen: config.sandboxToken,
    remembered: parsePair(written),
    at: clock.now(),
  });
  if (token && formatPair(token) !== written) await replaceFile(path, formatPair(token));
  return token;
}

/** Whole or not at all: half a secret would be lost for good. */
async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.new`;
  await writeFile(draft, text, { mode: 0o600, flush: true });
  await rename(draft, path);
}

/** Lines a shell can source: quoted, so that spaces and signs stay what they are. */
function formatPair({ clientId, clientSecret }: TokenPair): string {
  return `SANDBOX_CLIENT_ID=${quoted(clientId)}\nSANDBOX_CLIENT_SECRET=${quoted(clientSecret)}\n`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function parsePair(text: string): TokenPair | undefined {
  const value = (name: string): string | undefined =>
    new RegExp(`^${name}='(.*)'$`, 'm').exec(text)?.[1]?.replaceAll("'\\''", "'");
  const clientId = value('SANDBOX_CLIENT_ID');
  const clientSecret = value('SANDBOX_CLIENT_SECRET');
  return clientId && clientSecret ? { clientId, clientSecret } : undefined;
}

function banner(app: App, { config, description }: Runtime, token: TokenPair | undefined): string {
  const url = config.publicUrl ?? listeningUrl(app.http);
  const file = relative(process.cwd(), join(config.dataDir, SANDBOX_FILE));
  const seconds = (monotonicMs() / 1_000).toFixed(1);
  const own = config.databaseUrl ? '' : '   (DATABASE_URL to use your own)';
  const lines = [
    `causeway ${VERSION}  ${token ? 'sandbox' : 'production'}   ready in ${seconds} s`,
    `API        ${url}${BASE_PATH}`,
    `Docs       ${url}/docs`,
    ...(token ? [`Token      ${token.clientId} : ${token.clientSecret}   (also in ${file})`] : []),
    `Database   ${description}${own}`,
    ...(token
      ? [`Try        curl -u ${quoted(`${token.clientId}:${token.clientSecret}`)} ${url}${BASE_PATH}/config`]
      : []),
  ];
  return lines.join('\n');
}

/** The same for programs. */
function readyJson(app: App, { config, description }: Runtime, token: TokenPair | undefined): string {
  const url = config.publicUrl ?? listeningUrl(app.http);
  return JSON.stringify({
    version: VERSION,
    readyInMs: Math.round(monotonicMs()),
    apiUrl: `${url}${BASE_PATH}`,
    docsUrl: `${url}/docs`,
    database: description,
    token,
  });
}
