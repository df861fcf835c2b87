import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';

/** System user that runs PostgreSQL if this process is root: PostgreSQL does not run as root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Fallback: the user nobody exists on nearly every machine, but other programs also run as it. */
export const NOBODY: Account = { uid: 65534, gid: 65534 };
/** User ids that neither distributions nor systemd assign. */
const UNASSIGNED = { from: 60_700, to: 60_799 };
const PASSWD = '/etc/passwd';
const READ = 4;
const EXECUTE = 1;

export const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * Returns undefined for the user of this process. An existing cluster keeps its owner unless the owner is root or
 * nobody, so that a run as root does not lock the owner out.
 */
export function accountFor(clusterOwner: Account | undefined, users = PASSWD): Account | undefined {
  if (!isRoot()) return undefined;
  const isKept = clusterOwner && clusterOwner.uid !== 0 && !isShared(clusterOwner);
  return isKept ? { uid: clusterOwner.uid, gid: clusterOwner.gid } : dedicatedAccount(users);
}

export const isShared = ({ uid }: Account): boolean => uid === NOBODY.uid;

export const SHARED_ACCOUNT =
  `PostgreSQL runs as nobody, which other programs may share: every user id from ${UNASSIGNED.from} to ${UNASSIGNED.to} ` +
  'is taken on this machine. Free one of them, or start the server as a user other than root.';

/** User id without a name or a login; nobody if every id of the range is taken. */
function dedicatedAccount(users: string): Account {
  const taken = new Set(usersOf(users));
  for (let uid = UNASSIGNED.from; uid <= UNASSIGNED.to; uid++) if (!taken.has(uid)) return { uid, gid: uid };
  return NOBODY;
}

/** Without this file no user ids are taken. */
function usersOf(path: string): number[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .map((line) => Number(line.split(':')[2]));
  } catch {
    return [];
  }
}

/** Names of the system users that may connect: root and the owner of the cluster. */
export function peerNames(account: Account | undefined): string[] {
  const owner = account ? nameOf(account.uid) : userInfo().username;
  return [...new Set(['root', ...(owner ? [owner] : [])])];
}

export const isNamed = ({ uid }: Account): boolean => nameOf(uid) !== undefined;

/** Uses `id`, because users of directory services are not in /etc/passwd. */
function nameOf(uid: number): string | undefined {
  try {
    return execFileSync('id', ['-nu', String(uid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

/** True if the account may enter every directory above the path. */
export function canReach(path: string, account: Account): boolean {
  const above = dirname(path);
  return above === path || (allows(above, EXECUTE, account) && canReach(above, account));
}

export function canRead(path: string, account: Account): boolean {
  return allows(path, READ, account) && canReach(path, account);
}

function allows(path: string, right: number, { uid, gid }: Account): boolean {
  const status = statSync(path, { throwIfNoEntry: false });
  if (!status) return false;
  const shift = status.uid === uid ? 6 : status.gid === gid ? 3 : 0;
  return ((status.mode >> shift) & right) !== 0;
}
