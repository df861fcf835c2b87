import { mkdtempSync, readdirSync, renameSync, rmdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedPostgresFailed } from './errors.ts';
import { identifyProcess, isAlive, NAMESPACE, type ProcessIdentity } from './processes.ts';

const TRIES = 20;

type Role = 'server' | 'command';

export interface LockHolder extends ProcessIdentity {
  readonly role: Role;
  readonly namespace: string;
}

export interface LockOptions {
  path: string;
  role: Role;
  expired?: LockHolder | undefined;
}

export interface DirectoryLock {
  release(): void;
}

/**
 * Takes the lock, or returns its holder: a living process, or a process of another container, whose state is unknown.
 * Such a holder is replaced only if the caller passes it as `expired`.
 *
 * The lock is a directory with at most one file, whose name identifies the holder. Each step is one atomic rename: a
 * free lock is claimed by renaming a prepared directory to it, which fails if it is not empty; the lock of a dead
 * holder by renaming its file, which fails if another process did so first. So the lock is never half written, and two
 * processes cannot both replace a dead holder.
 */
export function takeLock({ path, role, expired }: LockOptions): DirectoryLock | LockHolder {
  const self = identifyProcess(process.pid) ?? { pid: process.pid, birth: '' };
  const name = nameOf({ role, namespace: NAMESPACE, ...self });
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const entry = entryOf(path);
    const holder = livingHolder(entry);
    if (holder && entry !== (expired && nameOf(expired))) return holder;
    if (entry ? renamed(join(path, entry), join(path, name)) : claimed(path, name)) {
      return { release: () => release(path, name) };
    }
  }
  throw new EmbeddedPostgresFailed(`cannot take the lock ${path}; remove it if no server uses this data directory`);
}

/** Returns the holder, unless it is known to be dead. */
export function holderOf(path: string): LockHolder | undefined {
  return livingHolder(entryOf(path));
}

export const isForeign = ({ namespace }: LockHolder): boolean => namespace !== NAMESPACE;

function livingHolder(entry: string | undefined): LockHolder | undefined {
  const holder = entry ? parse(entry) : undefined;
  return holder && (isForeign(holder) || isAlive(holder)) ? holder : undefined;
}

function claimed(path: string, name: string): boolean {
  const prepared = mkdtempSync(`${path}.`);
  writeFileSync(join(prepared, name), '');
  if (renamed(prepared, path)) return true;
  rmSync(prepared, { recursive: true, force: true });
  return false;
}

function renamed(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(code)) return false;
    throw error;
  }
}

function release(path: string, name: string): void {
  try {
    unlinkSync(join(path, name));
    rmdirSync(path);
  } catch {
    // The data directory was deleted, or the next process has taken the lock.
  }
}

function entryOf(path: string): string | undefined {
  try {
    return readdirSync(path).find(parse);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const nameOf = ({ role, pid, birth, namespace }: LockHolder): string => `${role}-${pid}-${birth}-${namespace}`;

function parse(name: string): LockHolder | undefined {
  const [, role, pid, birth = '', namespace = ''] = /^(server|command)-(\d+)-(.*)-(\d*)$/.exec(name) ?? [];
  return role && pid ? { role: role as Role, pid: Number(pid), birth, namespace } : undefined;
}
