import type { Database } from './database.ts';
import { countHashedUnder } from './hashed-columns.ts';
import { countSealedUnder } from './key-rotation.ts';
import { type KeySummary, listDataKeys, type Vault } from './vault.ts';

/** Long enough for every server to load newer keys, which it does at least once a minute. */
const RETIRE_AFTER_MS = 10 * 60_000;

export interface KeyUse extends KeySummary {
  /** True for the key that new values are sealed or hashed with. */
  isCurrent: boolean;
  /** Number of values under this key by kind; current keys are not counted. */
  uses: Record<string, number>;
  /** Creation time of the key that replaced this one; null for current keys. */
  replacedAt: Date | null;
}

/** Lists all keys. For keys that are not current, counts the values that still use them. */
export async function readKeyUses(db: Database, now: Date): Promise<KeyUse[]> {
  const keys = await listDataKeys(db);
  const found: KeyUse[] = [];
  for (const [i, key] of keys.entries()) {
    const next = keys.slice(i + 1).find(({ purpose }) => purpose === key.purpose);
    const count = key.purpose === 'SEAL' ? countSealedUnder : countHashedUnder;
    const uses = next ? await count(db, key.id, now) : {};
    found.push({ ...key, isCurrent: next === undefined, uses, replacedAt: next?.createdAt ?? null });
  }
  return found;
}

interface Retirement {
  db: Database;
  vault: Vault;
  now: Date;
  retireAfterMs?: number;
}

/** Deletes keys that no value uses and that every server has replaced. */
export async function retireKeys({ db, vault, now, retireAfterMs = RETIRE_AFTER_MS }: Retirement) {
  const uses = await readKeyUses(db, now);
  const isRetirable = ({ replacedAt, uses: of }: KeyUse): boolean =>
    replacedAt !== null && now.getTime() - replacedAt.getTime() >= retireAfterMs && Object.keys(of).length === 0;
  const retired = uses.filter(isRetirable).map(({ id }) => id);
  await vault.retire(retired);
  return { retired, kept: uses.filter((key) => !key.isCurrent && !retired.includes(key.id)) };
}
