import type { ChildProcess } from 'node:child_process';
import { EmbeddedPostgresFailed } from './errors.ts';

/** Inherits nothing, because PG* variables and the locale would change the behaviour of PostgreSQL. */
export const CHILD_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' };

const OUTPUT_LIMIT = 64 * 1024;
const ERROR_LINE = /FATAL|PANIC|error/i;
/** Messages of PostgreSQL before it accepts connections. */
const NOT_READY = /the database system is (starting up|shutting down|in recovery|not yet accepting)/;

/** Resolves with the process id once the program has started. */
export function started(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve(child.pid as number));
    child.once('error', (error) => reject(notRunnable(error)));
  });
}

/** Resolves when the program has ended. */
export function outcomeOf(child: ChildProcess): Promise<{ status: number | null; errors: string }> {
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    errors = (errors + chunk).slice(-OUTPUT_LIMIT);
  });
  return new Promise((resolve, reject) => {
    child.once('close', (status) => resolve({ status, errors }));
    child.once('error', (error) => reject(notRunnable(error)));
  });
}

/** Last line with an error, otherwise the last line, without its timestamp and process id. */
export function lastUsefulLine(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !NOT_READY.test(line));
  const line = lines.findLast((candidate) => ERROR_LINE.test(candidate)) ?? lines.at(-1);
  return line?.replace(/^\S+ \S+ \S+ \[\d+\] /, '').trim();
}

/** Possible causes: a libc other than glibc, or a container in which root cannot change to another user. */
function notRunnable(error: Error): EmbeddedPostgresFailed {
  const message = `the embedded PostgreSQL cannot run on this machine (${error.message}): set DATABASE_URL`;
  return new EmbeddedPostgresFailed(message, { cause: error });
}
