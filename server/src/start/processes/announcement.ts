import { join, relative } from 'node:path';
import { BASE_PATH, VERSION } from '../../foundation/config.ts';
import { monotonicMs } from '../../foundation/kernel/clock.ts';
import type { Runtime } from '../../foundation/runtime/runtime.ts';
import { quoted, SANDBOX_FILE } from '../../foundation/runtime/sandbox-file.ts';
import type { TokenPair } from '../../parties/platforms/first-platform.ts';
import { isLogin } from './console-link.ts';
import { warningsFor } from './warnings.ts';

export interface Ready {
  /** URL of the server on this machine. */
  listeningUrl: string;
  runtime: Runtime;
  token: TokenPair | undefined;
  /** URL of the console, with a login where login links are allowed. */
  consoleUrl: string;
}

/** Output when the server is ready: lines for people, or one line of JSON for programs. */
export function announcement(ready: Ready, { isJson }: { isJson: boolean }): string {
  const warnings = warningsFor(ready.runtime.config, ready.token);
  const shown = ready.runtime.config.createSandbox ? ready : { ...ready, token: undefined };
  return isJson ? readyJson(shown, warnings) : banner(shown, warnings);
}

function banner(
  { listeningUrl, runtime: { config, description }, token, consoleUrl }: Ready,
  warnings: readonly string[],
): string {
  const url = config.publicUrl ?? listeningUrl;
  const file = relative(process.cwd(), join(config.dataDir, SANDBOX_FILE));
  const seconds = (monotonicMs() / 1_000).toFixed(1);
  const own = config.databaseUrl ? '' : '   (DATABASE_URL to use your own)';
  const lines = [
    `causeway ${VERSION}  ${token ? 'sandbox' : 'production'}   ready in ${seconds} s`,
    `Console    ${consoleUrl}${isLogin(consoleUrl) ? '   (works once)' : ''}`,
    `API        ${url}${BASE_PATH}`,
    `Docs       ${url}/docs`,
    ...(token ? [`Token      ${token.clientId} : ${token.clientSecret}   (also in ${file})`] : []),
    `Database   ${description}${own}`,
    ...(token
      ? [`Try        curl -u ${quoted(`${token.clientId}:${token.clientSecret}`)} ${url}${BASE_PATH}/config`]
      : []),
    ...warnings.map((warning) => `Warning    ${warning}`),
  ];
  return lines.join('\n');
}

function readyJson(
  { listeningUrl, runtime: { config, description }, token, consoleUrl }: Ready,
  warnings: readonly string[],
): string {
  const url = config.publicUrl ?? listeningUrl;
  return JSON.stringify({
    version: VERSION,
    readyInMs: Math.round(monotonicMs()),
    apiUrl: `${url}${BASE_PATH}`,
    docsUrl: `${url}/docs`,
    consoleUrl,
    database: description,
    token,
    ...(warnings.length > 0 && { warnings }),
  });
}
