import type { ChildProcess } from 'node:child_process';
import { EmbeddedPostgresFailed } from './errors.ts';

/** Nothing of ours is inherited: the PG* variables and locale of the caller would change what PostgreSQL does. */
export const CHILD_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' };

const OUTPUT_LIMIT = 64 * 1024;
const TELLING = /FATAL|PANIC|error/i;
/** What we are told while asking whether it is ready. */
const NOT_YET = /the database system is (starting up|shutting down|in recovery|not yet accepting)/;

/** Resolves with the process number once the program runs. */
export function started(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve(child.pid as number));
    child.once('error', (error) => reject(notRunnable(error)));
  });
}

/** Resolves when the program has ended, with what it wrote to its standard error. */
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

/** The last line that names an error, or else the last line; without its time and process number. */
export function lastUsefulLine(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !NOT_YET.test(line));
  const line = lines.findLast((candidate) => TELLING.test(candidate)) ?? lines.at(-1);
  return line?.replace(/^\S+ \S+ \S+ \[\d+\] /, '').trim();
}

/** On musl the program exists and yet cannot be found; in some containers root may not become another user. */
function notRunnable(error: Error): EmbeddedPostgresFailed {
  const message = `the embedded PostgreSQL cannot run on this machine (${error.message}): set DATABASE_URL`;
  return new EmbeddedPostgresFailed(message, { cause: error });
}
