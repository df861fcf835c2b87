import { idTailsIn, withoutNoise } from '../../engine/providers/protocols/creditor-reference.ts';
import type { Database } from '../../foundation/db/database.ts';
import type { Finder } from '../../foundation/db/keyed-reads.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { Platform, PlatformMode } from '../../foundation/kernel/callers.ts';

interface ReferencedAccount {
  platform: Platform;
  accountId: string;
}

interface FoundAccount {
  id: string;
  name: string;
  clock_offset_ms: bigint;
  account_id: string;
  matches: bigint;
}

const accountByTails: Finder = {
  statement: (keys) => sql`
    SELECT k.n, found.* FROM ${keys}
    CROSS JOIN LATERAL (
      SELECT p.id, p.name, p.clock_offset_ms, a.id AS account_id, count(*) OVER () AS matches
      FROM accounts a JOIN platforms p ON p.id = a.platform_id AND p.mode = k.mode
      WHERE right(replace(a.id, '-', ''), 15) = ANY (string_to_array(k.tails, ' '))
        AND a.type IN ('INTERNAL_FIAT', 'INTERNAL_CRYPTO')
      LIMIT 1
    ) found`,
};

/** The account whose reference these texts contain; undefined if they contain none, or those of several accounts. */
export async function findAccountByReference(db: Database, mode: PlatformMode, texts: readonly string[]) {
  const tails = idTailsIn(withoutNoise(texts));
  if (tails.length === 0) return undefined;
  const one = await db.readByKey<FoundAccount>(accountByTails, { mode, tails: tails.join(' ') });
  if (!one || one.matches > 1n) return undefined;
  const platform: Platform = { id: one.id, name: one.name, mode, clockOffsetMs: Number(one.clock_offset_ms) };
  return { platform, accountId: one.account_id } satisfies ReferencedAccount;
}
