import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The user PostgreSQL runs as when this process is root, which PostgreSQL refuses to be. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const NOBODY: Account = { uid: 65534, gid: 65534 };
const READ = 4;
const PASS = 1;

export const isRoot = (): boolean => process.getuid?.() === 0;

/** Nothing means: as ourselves. An existing cluster keeps its owner, so that a run as root does not lock that user out. */
export function accountFor(clusterOwner: Account | undefined): Account | undefined {
  if (!isRoot()) return undefined;
  return clusterOwner && clusterOwner.uid !== 0 ? { uid: clusterOwner.uid, gid: clusterOwner.gid } : NOBODY;
}

/** Whether the account may enter every directory above the path. */
export function canReach(path: string, account: Account): boolean {
  const above = dirname(path);
  return above === path || (allows(above, PASS, account) && canReach(above, account));
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
