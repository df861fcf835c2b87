import { readdirSync, rmSync } from 'node:fs';
import type { Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../foundation/config.ts';
import { identifyProcess } from '../../foundation/db/embedded/processes.ts';
import { monotonicMs, SECOND_MS } from '../../foundation/kernel/clock.ts';

/** Interval of checks. Shorter than the time after which the system reuses a process id. */
const CHECK_MS = 250;
/** In the data directory; contains a file per user, named after its process id: `<pid>` or `<pid>-<anything>`. */
const USERS = 'users';

/** Measures the time without requests. A request is in progress until its response is sent. */
export function watchRequests(server: Server): () => number {
  let running = 0;
  let lastAt = monotonicMs();
  server.on('request', (_request, response: ServerResponse) => {
    running += 1;
    response.once('close', () => {
      running -= 1;
      lastAt = monotonicMs();
    });
  });
  return () => (running > 0 ? 0 : monotonicMs() - lastAt);
}

export interface IdleExit {
  /** Undefined if the server keeps running while idle. */
  idleExitSeconds?: number | undefined;
}

/** Resolves after this many seconds without a request and without a registered user process. */
export async function becomesIdle(
  { dataDir }: Config,
  { idleExitSeconds = Number.POSITIVE_INFINITY }: IdleExit,
  idleMs: () => number | Promise<number>,
): Promise<void> {
  if (idleExitSeconds === Number.POSITIVE_INFINITY) return new Promise(() => {});
  const directory = join(dataDir, USERS);
  let usedAt = monotonicMs();
  const unusedMs = (): number => {
    if (hasUsers(directory)) usedAt = monotonicMs();
    return monotonicMs() - usedAt;
  };
  while (Math.min(unusedMs(), await idleMs()) < idleExitSeconds * SECOND_MS) await sleep(CHECK_MS);
}

/** Removes the files of user processes that ended without removing them. */
function hasUsers(directory: string): boolean {
  const files = list(directory);
  const ended = files.filter((file) => !identifyProcess(Number.parseInt(file, 10)));
  for (const file of ended) rmSync(join(directory, file), { force: true });
  return ended.length < files.length;
}

/** A missing directory counts as empty. */
function list(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
