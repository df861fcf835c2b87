import { mkdtempSync, readdirSync, renameSync, rmdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedPostgresFailed } from './errors.ts';
import { identify, isAlive, NAMESPACE, type ProcessIdentity } from './processes.ts';

const TRIES = 20;

export type Role = 'server' | 'command';

export interface Holder extends ProcessIdentity {
  readonly role: Role;
  readonly namespace: string;
}

export interface LockOptions {
  path: string;
  role: Role;
  dismissed?: Holder | undefined;
}

export interface Lock {
  release(): void;
}

/**
 * Takes the lock, or says who holds it: a living process, or one of another container, of which we cannot tell. Such
 * a holder is replaced only once the caller has `dismissed` it.
 *
 * The lock is a directory with at most one file, whose name is its holder. Each step is one atomic rename: a free lock
 * is claimed by moving a directory that already holds our name onto it (refused unless absent or empty), a dead
 * holder's by renaming its name to ours (refused once anyone else did). So there is no moment at which the lock is
 * half written, and two that find the same dead holder cannot both replace it.
 */
export function takeLock({ path, role, dismissed }: LockOptions): Lock | Holder {
  const self = identify(process.pid) ?? { pid: process.pid, birth: '' };
  const name = nameOf({ role, namespace: NAMESPACE, ...self });
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const entry = entryOf(path);
    const holder = livingHolder(entry);
    if (holder && entry !== (dismissed && nameOf(dismissed))) return holder;
    if (entry ? renamed(join(path, entry), join(path, name)) : claimed(path, name)) {
      return { release: () => release(path, name) };
    }
  }
  throw new EmbeddedPostgresFailed(`cannot take the lock ${path}; remove it if no server uses this data directory`);
}

/** The holder, unless it is known to be dead. */
export function holderOf(path: string): Holder | undefined {
  return livingHolder(entryOf(path));
}

export const isForeign = ({ namespace }: Holder): boolean => namespace !== NAMESPACE;

function livingHolder(entry: string | undefined): Holder | undefined {
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
    // The data directory was deleted, or the next holder is in already.
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

const nameOf = ({ role, pid, birth, namespace }: Holder): string => `${role}-${pid}-${birth}-${namespace}`;

function parse(name: string): Holder | undefined {
  const [, role, pid, birth = '', namespace = ''] = /^(server|command)-(\d+)-(.*)-(\d*)$/.exec(name) ?? [];
  return role && pid ? { role: role as Role, pid: Number(pid), birth, namespace } : undefined;
}
