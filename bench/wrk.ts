import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findExecutable } from './executables.ts';
import { BASE, type LoadOptions, type LoadResult } from './load.ts';

/** A generator in C takes less of the machine than what it measures; ours stands in where it is missing or cannot do it. */
export const wrkFor = ({ request, perSecond }: LoadOptions): string | undefined =>
  perSecond || request === 'pay' ? undefined : findExecutable('wrk');

/** Loads a server flat out. wrk forms each request in Lua, which cannot sign one. */
export async function loadWithWrk(wrk: string, directory: string, options: LoadOptions): Promise<LoadResult> {
  const script = join(directory, `${randomBytes(4).toString('hex')}.lua`);
  await writeFile(script, luaOf(options));
  const { connections, seconds, url } = options;
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '--latency', '-s', script, url];
  const { stdout } = await promisify(execFile)(wrk, args);
  return resultOf(stdout);
}

function luaOf({ request, authorization, path = '', url, ...options }: LoadOptions): string {
  const { accounts = [], bodies = [], quotes, quotesFile } = options;
  const head = `Host: ${new URL(url).host}\\r\\nAuthorization: ${authorization}\\r\\n`;
  const post = (target: string, body: string): string => `
    local body = ${body}
    return "POST ${BASE}" .. ${target} .. " HTTP/1.1\\r\\n${head}Content-Type: application/json\\r\\nContent-Length: " .. #body
      .. "\\r\\nIdempotency-Key: ${randomBytes(8).toString('hex')}-" .. n .. "\\r\\n\\r\\n" .. body`;
  const forms: Partial<Record<LoadOptions['request'], string>> = {
    get: `return ${lua(`GET ${BASE}${path} HTTP/1.1\r\n`)} .. "${head}\\r\\n"`,
    fund: post(`"/sandbox/internal-accounts/" .. given[n % #given + 1] .. "/fund"`, lua('{"amount":100}')),
    post: post(lua(path), 'given[n % #given + 1]'),
    execute: quotesFile
      ? post('"/quotes/" .. given[n] .. "/execute"', lua('{}'))
      : post(`string.format("/quotes/${quotes?.prefix}%09d/execute", n)`, lua('{}')),
  };
  return `
    local given = {${[...accounts, ...bodies].map(lua).join(', ')}}
    ${quotesFile ? `for line in io.lines(${lua(quotesFile)}) do given[#given + 1] = line end` : ''}
    local n = 0
    request = function()
      n = n + 1
      ${forms[request]}
    end`;
}

/** Text as Lua writes it: JSON's escapes are among Lua's for all that we send. */
const lua = (text: string): string => JSON.stringify(text);

function resultOf(stdout: string): LoadResult {
  const failed = /Non-2xx or 3xx responses: (\d+)|Socket errors: (.*)/.exec(stdout);
  if (failed) throw new Error(`not what was expected: ${failed[0]}`);
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  const share = (percent: string): number => {
    const [, value, unit = ''] = new RegExp(`${percent}%\\s+([\\d.]+)(us|ms|s)`).exec(stdout) ?? [];
    return Number(value) * (milliseconds[unit] ?? Number.NaN);
  };
  return { perSecond, p50Ms: share('50'), p99Ms: share('99') };
}

const milliseconds: Record<string, number> = { us: 0.001, ms: 1, s: 1_000 };
