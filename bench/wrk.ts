import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { BASE, type LoadOptions, type LoadResult, signed } from './load.ts';
import { outputOf, undoable } from './undo.ts';

/** More than any server here handles in a second. */
const SIGNED_PER_SECOND = 3_000 * availableParallelism();

/**
 * Loads a server with wrk, at full speed or at a fixed rate. A generator in JavaScript used a sixth of the machine at
 * half load, and its own delay counted as latency.
 */
export async function loadWithWrk(wrk: string, options: LoadOptions): Promise<LoadResult> {
  const directory = mkdtempSync(join(tmpdir(), 'causeway-wrk-'));
  const remove = undoable(() => rm(directory, { recursive: true, force: true }));
  try {
    const script = join(directory, 'requests.lua');
    await writeFile(script, await luaOf(options, directory));
    const { connections, seconds, url } = options;
    // wrk accepts only whole seconds.
    const args = [
      '-t1',
      `-c${connections}`,
      `-d${Math.ceil(seconds)}s`,
      '--timeout',
      '10s',
      '--latency',
      '-s',
      script,
      url,
    ];
    return resultOf(await outputOf(wrk, args));
  } finally {
    await remove();
  }
}

/** Forms the nth request from the given input. */
async function luaOf(options: LoadOptions, directory: string): Promise<string> {
  const { request, authorization, path = '', url, accounts = [], bodies = [], quotes, quotesFile, perSecond } = options;
  const head = `Host: ${new URL(url).host}\\r\\nAuthorization: ${authorization}\\r\\n`;
  const post = (target: string, body: string): string => `
    local body = ${body}
    return "POST ${BASE}" .. ${target} .. " HTTP/1.1\\r\\n${head}Content-Type: application/json\\r\\nContent-Length: " .. #body
      .. "\\r\\nIdempotency-Key: ${randomBytes(8).toString('hex')}-" .. n .. "\\r\\n\\r\\n" .. body`;
  const forms: Record<LoadOptions['request'], string> = {
    get: `return ${lua(`GET ${BASE}${path} HTTP/1.1\r\n`)} .. "${head}\\r\\n"`,
    fund: post(`"/sandbox/internal-accounts/" .. given[n % #given + 1] .. "/fund"`, lua('{"amount":100}')),
    post: post(lua(path), 'given[n % #given + 1]'),
    execute: quotesFile
      ? post('"/quotes/" .. given[n] .. "/execute"', lua('{}'))
      : post(`string.format("/quotes/${quotes?.prefix}%09d/execute", n)`, lua('{}')),
    pay: 'return (given[n]:gsub("|", "\\r\\n"))',
  };
  const file = request === 'pay' ? await signedRequests(options, directory) : quotesFile;
  return `
    local given = {${[...accounts, ...bodies].map(lua).join(', ')}}
    ${file ? `for line in io.lines(${lua(file)}) do given[#given + 1] = line end` : ''}
    local n = 0
    request = function()
      n = n + 1
      ${forms[request]}
    end
    ${perSecond ? paced(perSecond) : ''}`;
}

/** Lua cannot sign: requests are signed beforehand, one in each line. */
async function signedRequests({ url, processor, seconds, perSecond }: LoadOptions, directory: string): Promise<string> {
  const { refs, secret } = processor ?? { refs: [], secret: '' };
  const count = (perSecond ?? SIGNED_PER_SECOND) * (Math.ceil(seconds) + 1);
  const { host } = new URL(url);
  const lines = Array.from({ length: count }, (_, n) => signed(host, refs[n % refs.length], secret));
  const file = join(directory, 'requests.txt');
  await writeFile(file, lines.map((line) => line.replaceAll('\r\n', '|')).join('\n'));
  return file;
}

/** Sends each request at its scheduled time on the next free connection. The wait for one counts as latency. */
const paced = (perSecond: number): string => `
    local ffi = require("ffi")
    ffi.cdef "typedef struct { long s; long us; } moment; int gettimeofday(moment *, void *);"
    local clock = ffi.new("moment")
    local ms = function()
      ffi.C.gettimeofday(clock, nil)
      return tonumber(clock.s) * 1000 + tonumber(clock.us) / 1000
    end
    local taken = 0
    local startedAt
    waited = 0
    delay = function()
      local now = ms()
      startedAt = startedAt or now
      local due = startedAt + taken * 1000 / ${perSecond}
      taken = taken + 1
      waited = math.max(waited, now - due)
      return math.max(0, math.ceil(due - now))
    end
    local thread
    setup = function(made) thread = made end
    done = function() print("Longest wait for a connection: " .. thread:get("waited")) end`;

/** Text in Lua syntax: the used JSON escapes are also valid in Lua. */
const lua = (text: string): string => JSON.stringify(text);

function resultOf(stdout: string): LoadResult {
  const failed = /Non-2xx or 3xx responses: (\d+)|Socket errors: (.*)/.exec(stdout);
  if (failed) throw new Error(`not what was expected: ${failed[0]}`);
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  const waitedMs = Number(/Longest wait for a connection: ([\d.]+)/.exec(stdout)?.[1] ?? 0);
  const share = (percent: string): number => {
    const [, value, unit = ''] = new RegExp(`${percent}%\\s+([\\d.]+)(us|ms|s)`).exec(stdout) ?? [];
    return Number(value) * (milliseconds[unit] ?? Number.NaN);
  };
  return { perSecond, p50Ms: share('50'), p99Ms: share('99') + waitedMs };
}

const milliseconds: Record<string, number> = { us: 0.001, ms: 1, s: 1_000 };
