import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { end, freePort } from './place.ts';
import { undoable } from './undo.ts';

/** Directory of a separate installation, so that `npm ci` does not install Prism. */
const HOME = 'bench/prism';
const PROGRAM = join(HOME, 'node_modules/.bin/prism');
const READY_TRIES = 300;
const READY_PAUSE_MS = 100;

export interface Prism {
  url: URL;
  close(): Promise<void>;
}

interface PrismOptions {
  /** Path of the readiness check. */
  path: string;
  authorization: string;
  mayInstall: boolean;
}

/** A mock of the API that returns canned examples; undefined if it cannot be installed. */
export async function startPrism(document: string, { mayInstall, ...probe }: PrismOptions) {
  if (!existsSync(PROGRAM) && !(mayInstall && (await install()))) return undefined;
  const directory = await mkdtemp(join(tmpdir(), 'causeway-prism-'));
  const file = join(directory, 'openapi.json');
  await writeFile(file, document);
  const port = await freePort();
  const child = spawn(PROGRAM, ['mock', '-p', String(port), '-v', 'fatal', file], { stdio: 'ignore' });
  const prism: Prism = {
    url: new URL(`http://127.0.0.1:${port}`),
    close: undoable(async () => {
      await end(child);
      await rm(directory, { recursive: true, force: true });
    }),
  };
  await ready(child, new URL(probe.path, prism.url), probe.authorization);
  return prism;
}

async function install(): Promise<boolean> {
  return promisify(execFile)('npm', ['ci', '--ignore-scripts'], { cwd: HOME }).then(
    () => true,
    () => false,
  );
}

async function ready(child: ChildProcess, url: URL, authorization: string): Promise<void> {
  for (let i = 0; i < READY_TRIES && child.exitCode === null; i++) {
    const answer = await fetch(url, { headers: { authorization } }).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(READY_PAUSE_MS);
  }
  throw new Error('Prism does not answer');
}
