import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { distDirectory, root } from './paths.mjs';
import { Failure, say } from './say.mjs';

const LOCK = join(distDirectory, '.lock');
const OWNER = 'owner.json';
const POLL_MS = 100;
const ANNOUNCE_AFTER_MS = 1_000;
const HEARTBEAT_MS = 2_000;
const STALE_AFTER_MS = 60_000;
const WAIT_LIMIT_MS = 15 * 60_000;

/** @typedef {{ pids: number[], host: string, token: string }} Owner */
/** @typedef {(pid: number | undefined) => void} Share */
/** @typedef {{ directory?: string, staleAfterMs?: number, waitLimitMs?: number }} LockOptions */

/**
 * Runs `work` while no other command of this checkout installs or builds. `work` shares the lock with the processes it
 * starts, which may outlive this process if it is killed.
 * @template T
 * @param {(share: Share) => Promise<T>} work
 * @param {LockOptions} [options]
 * @returns {Promise<T>}
 */
export async function withLock(work, { directory = LOCK, ...limits } = {}) {
  const owner = { pids: [process.pid], host: hostname(), token: randomUUID() };
  await take(directory, owner, limits);
  const heartbeat = setInterval(() => beat(directory), HEARTBEAT_MS);
  try {
    return await work((pid) => shareWith(directory, owner, pid));
  } finally {
    clearInterval(heartbeat);
    remove(directory, owner);
  }
}

/**
 * @param {string} directory
 * @param {Owner} owner
 * @param {LockOptions} limits
 */
async function take(directory, owner, { staleAfterMs = STALE_AFTER_MS, waitLimitMs = WAIT_LIMIT_MS }) {
  const startedAt = Date.now();
  let announced = false;
  while (!tryTake(directory, owner)) {
    const holder = readOwner(directory);
    if (holder && isStale(directory, holder, staleAfterMs)) {
      remove(directory, holder);
      continue;
    }
    const waitedMs = Date.now() - startedAt;
    if (waitedMs > waitLimitMs) throw new Failure(stuck(directory, holder));
    if (waitedMs > ANNOUNCE_AFTER_MS && !announced) {
      announced = true;
      say(`waiting for another command in this checkout (process ${holder?.pids[0] ?? 'unknown'}) ...`);
    }
    await sleep(POLL_MS);
  }
}

/**
 * Takes the lock in one step, by renaming a directory that names the owner: that fails while a lock exists.
 * @param {string} directory
 * @param {Owner} owner
 */
function tryTake(directory, owner) {
  const mine = `${directory}-${owner.token}`;
  mkdirSync(mine, { recursive: true });
  writeFileSync(join(mine, OWNER), JSON.stringify(owner));
  try {
    renameSync(mine, directory);
    return true;
  } catch (error) {
    rmSync(mine, { recursive: true, force: true });
    if (['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) return false;
    throw error;
  }
}

/**
 * @param {string} directory
 * @param {Owner} owner
 * @param {number | undefined} pid
 */
function shareWith(directory, owner, pid) {
  if (pid === undefined) return;
  owner.pids.push(pid);
  const next = join(directory, `${OWNER}.next`);
  writeFileSync(next, JSON.stringify(owner));
  renameSync(next, join(directory, OWNER));
}

/**
 * @param {string} directory
 * @returns {Owner | undefined}
 */
function readOwner(directory) {
  try {
    return JSON.parse(readFileSync(join(directory, OWNER), 'utf8'));
  } catch {
    // The owner is not written yet, or the lock was released.
    return undefined;
  }
}

/**
 * @param {string} directory
 * @param {Owner} holder
 * @param {number} staleAfterMs
 */
function isStale(directory, holder, staleAfterMs) {
  if (holder.host === hostname() && !holder.pids.some(isAlive)) return true;
  const at = statSync(directory, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  return Date.now() - at > staleAfterMs;
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/**
 * Removes the lock of this owner in one step. Two waiters may find the same stale lock: a waiter that moved away a
 * newer lock puts it back.
 * @param {string} directory
 * @param {Owner} owner
 */
function remove(directory, owner) {
  const aside = `${directory}-${randomUUID()}`;
  try {
    renameSync(directory, aside);
    if (readOwner(aside)?.token !== owner.token) return renameSync(aside, directory);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  rmSync(aside, { recursive: true, force: true });
}

/** @param {string} directory */
function beat(directory) {
  try {
    utimesSync(directory, new Date(), new Date());
  } catch {
    // The lock was removed as stale while this machine slept. The work goes on.
  }
}

/**
 * @param {string} directory
 * @param {Owner | undefined} holder
 */
function stuck(directory, holder) {
  const who = holder?.pids[0] ?? 'unknown';
  return `process ${who} still holds ${relative(root, directory)}; remove that directory if the process is gone`;
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
