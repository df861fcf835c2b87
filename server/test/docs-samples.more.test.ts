import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/lib/ready.mjs';
import { isAsShown, normalized, pages, root, type Sample, type Shown } from './docs/samples.ts';

const readme = pages.find(({ path }) => path === 'README.md');

/** The port in the pages; the test uses another one. */
const SHOWN_PORT = '4242';
/** The address of the server as the pages show it. */
const SHOWN_DIRECTORY = '/srv/causeway';
const BANNER_TIMEOUT_MS = 20_000;
/** A page has up to forty commands, each of which starts a process. */
const PAGE_MS = 120_000;

describe('the pages show the actual behaviour', () => {
  let place: Place;
  beforeAll(async () => {
    await ensureBuilt();
    place = await startPlace();
  });
  afterAll(() => place?.close());

  it('the server prints the banner of the README', () => {
    const start = readme?.samples.find(({ script }) => script === 'npm start\n');
    expectShown(start?.shown ?? { language: 'text', text: '' }, place.banner);
  });

  it.each(pages)(
    'every sample of $path runs and prints the output shown',
    async ({ samples }) => {
      const runnable = samples.filter(({ script }) => script !== 'npm start\n');
      const outcomes = await place.run(runnable);
      for (const [i, { script, shown, line }] of runnable.entries()) {
        const { output = '', status = '' } = outcomes[i] ?? {};
        expect({ line, script, status, output: status === '0' ? '' : output }).toEqual({
          line,
          script,
          status: '0',
          output: '',
        });
        if (shown) expectShown(shown, output, `line ${line}`);
      }
    },
    PAGE_MS,
  );
});

/** Compares an output with the one on the page, which may be abbreviated; reports a difference as text. */
function expectShown(shown: Shown, output: string, where = ''): void {
  if (!isAsShown(shown, output)) expect(normalized(output), where).toBe(normalized(shown.text));
}

interface Outcome {
  output: string;
  status: string;
}

interface Place {
  port: number;
  banner: string;
  /** Runs the samples of one page one after the other in one shell. */
  run(samples: readonly Sample[]): Promise<Outcome[]>;
  close(): Promise<void>;
}

/** A directory as after a checkout, a real server in it, and a shell in which `npx causeway` is the bundle. */
async function startPlace(): Promise<Place> {
  const directory = mkdtempSync(join(tmpdir(), 'causeway-docs-'));
  chmodSync(directory, 0o755);
  const bundle = fileURLToPath(new URL('server/dist/causeway.js', root));
  const tools = join(directory, 'tools');
  mkdirSync(tools);
  writeFileSync(join(tools, 'npx'), `#!/bin/sh\nshift\nexec "${process.execPath}" "${bundle}" "$@"\n`, { mode: 0o755 });
  const port = await freePort();
  const env = { PATH: `${tools}:${process.env['PATH']}`, PORT: String(port) };
  const server = spawn(process.execPath, [bundle, 'start'], {
    cwd: directory,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const close = async (): Promise<void> => {
    await end(server);
    rmSync(directory, { recursive: true, force: true });
  };
  const asShown = (text: string): string =>
    text.replaceAll(`:${port}`, `:${SHOWN_PORT}`).replaceAll(directory, SHOWN_DIRECTORY);
  try {
    const banner = asShown(await bannerOf(server));
    const run = (samples: readonly Sample[]) => runInShell(samples, { directory, env, port, asShown });
    return { port, banner, run, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Output of a start, without the notices of a first start. */
async function bannerOf(server: ChildProcess): Promise<string> {
  let said = '';
  server.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  for (let waited = 0; waited < BANNER_TIMEOUT_MS && server.exitCode === null; waited += 50) {
    const start = said.indexOf('causeway ');
    if (said.includes('\nTry ')) return said.slice(start);
    await sleep(50);
  }
  throw new Error(`the server did not start: ${said}`);
}

interface Shell {
  directory: string;
  env: Record<string, string>;
  port: number;
  asShown: (text: string) => string;
}

async function runInShell(samples: readonly Sample[], { directory, env, port, asShown }: Shell): Promise<Outcome[]> {
  const mark = `--${port}-end-of-sample--`;
  const script = samples.map(({ script }) => `${script}\nprintf '%s %s\\n' '${mark}' $?\n`).join('');
  const text = script.replaceAll(`localhost:${SHOWN_PORT}`, `localhost:${port}`);
  const shell = spawn('sh', ['-c', text], { cwd: directory, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  await once(shell, 'close');
  const pieces = output.split(new RegExp(`${mark} (\\d+)\\n`));
  return samples.map((_, i) => ({ output: asShown(pieces[2 * i] ?? ''), status: pieces[2 * i + 1] ?? 'not reached' }));
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGTERM');
  await once(server, 'exit');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
