import { join, relative } from 'node:path';
import type { Runtime } from '../command/runtime.ts';
import { BASE_PATH, VERSION } from '../config.ts';
import { monotonicMs } from '../kernel/clock.ts';
import type { TokenPair } from '../platforms/first-platform.ts';
import { quoted, SANDBOX_FILE } from './first-token.ts';

export interface Ready {
  /** Where the server can be reached from this machine. */
  listeningUrl: string;
  runtime: Runtime;
  token: TokenPair | undefined;
}

/** What a server says once it can be used: to people, or to programs as one line of JSON. */
export function announcement(ready: Ready, { isJson }: { isJson: boolean }): string {
  return isJson ? readyJson(ready) : banner(ready);
}

function banner({ listeningUrl, runtime: { config, description }, token }: Ready): string {
  const url = config.publicUrl ?? listeningUrl;
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

function readyJson({ listeningUrl, runtime: { config, description }, token }: Ready): string {
  const url = config.publicUrl ?? listeningUrl;
  return JSON.stringify({
    version: VERSION,
    readyInMs: Math.round(monotonicMs()),
    apiUrl: `${url}${BASE_PATH}`,
    docsUrl: `${url}/docs`,
    database: description,
    token,
  });
}
