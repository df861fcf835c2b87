import { existsSync, readFileSync, statfsSync } from 'node:fs';

const DIRECTORY = '/dev/shm';
/** More than twice the space that a run of all tests needs for databases, up to 1 GB of WAL, and browser profiles. */
const REQUIRED_BYTES = 4 * 2 ** 30;

/**
 * Directory in memory that is large enough for a run of all tests, which create hundreds of databases: each takes a
 * fifth of the time on a disk. Must allow programs to be executed: some tests install PostgreSQL in it.
 * @returns {string | undefined}
 */
export function memoryDirectory() {
  if (!existsSync(DIRECTORY)) return undefined;
  const { bavail, bsize } = statfsSync(DIRECTORY);
  return isFit(readFileSync('/proc/mounts', 'utf8'), Math.min(bavail * bsize, availableMemory()))
    ? DIRECTORY
    : undefined;
}

/**
 * @param {string} mounts content of /proc/mounts
 * @param {number} free bytes
 */
export function isFit(mounts, free) {
  const [, , type, options = ''] =
    mounts
      .split('\n')
      .map((line) => line.split(' '))
      .findLast(([, place]) => place === DIRECTORY) ?? [];
  return type === 'tmpfs' && !options.split(',').includes('noexec') && free >= REQUIRED_BYTES;
}

function availableMemory() {
  const [, kilobytes] = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? [];
  return Number(kilobytes ?? 0) * 1024;
}
