import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Time that one undo may take when a signal ends the run. */
const LIMIT_MS = 30_000;
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

type Undo = () => Promise<void>;

/** Cleanups of everything that the benchmark has started and not ended yet, oldest first. */
const pending = new Set<Undo>();
let isEnding = false;

/**
 * Registers a cleanup before its subject is started, so that a signal in between leaves nothing behind. The returned
 * function runs the cleanup, at most once.
 */
export function undoable(end: Undo): Undo {
  let ended: Promise<void> | undefined;
  const undo = (): Promise<void> => {
    ended ??= end().finally(() => pending.delete(undo));
    return ended;
  };
  pending.add(undo);
  return undo;
}

/**
 * On a signal, runs all cleanups, newest first, then ends the process. Ignores further signals: a terminal signals the
 * whole group, and npm passes the same signal on again.
 */
export function undoOnSignals(): void {
  for (const [signal, code] of Object.entries(SIGNALS)) {
    process.on(signal, () => {
      if (isEnding) return;
      isEnding = true;
      // Statements and requests of the section that was running fail now.
      process.on('uncaughtException', () => {}).on('unhandledRejection', () => {});
      void undoAll().finally(() => process.exit(code));
    });
  }
}

/** Throws after a signal. Called right before something starts. */
export function requireRunning(): void {
  if (isEnding) throw new Error('the run was ended by a signal');
}

/** Output of a program, which a signal to the run ends. */
export async function outputOf(program: string, args: readonly string[]): Promise<string> {
  requireRunning();
  const ending = new AbortController();
  const close = undoable(async () => ending.abort());
  try {
    const { stdout } = await promisify(execFile)(program, args, { signal: ending.signal });
    return stdout;
  } finally {
    await close();
  }
}

async function undoAll(): Promise<void> {
  // The running section may register further cleanups until its calls fail.
  for (let next = newest(); next; next = newest()) {
    await Promise.race([next(), sleep(LIMIT_MS)]).catch((error) => process.stderr.write(`${error}\n`));
    pending.delete(next);
  }
}

const newest = (): Undo | undefined => [...pending].at(-1);

/** Runs the benchmark. Ignores its failure after a signal, which ends the process itself. */
export async function untilSignalled<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isEnding) await new Promise(() => {});
    throw error;
  }
}
