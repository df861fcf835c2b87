import type { Database } from '../../foundation/db/database.ts';
import { apply, type Effect, type EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import { bytea, table, text, timestamptz } from '../../foundation/db/table.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import { addMs, type Clock, MINUTE_MS } from '../../foundation/kernel/clock.ts';
import { randomHex } from '../../foundation/kernel/ids.ts';
import type { SessionSubject } from './session-record.ts';

const CODE_BITS = 256;
const VALID_MS = 10 * MINUTE_MS;

const codes = table('console_codes', {
  codeHash: bytea(),
  platformId: text(),
  tokenId: text(),
  expiresAt: timestamptz(),
});

interface Deps {
  db: Database;
  vault: Vault;
}

/** Creates a code that opens one session of a token within ten minutes. Returns undefined without such a token. */
export async function createLoginCode({ db, vault }: Deps, clientId: string, now: Date): Promise<string | undefined> {
  const [token] = await db.read<{ platform_id: string; id: string }>(
    sql`SELECT platform_id, id FROM api_tokens WHERE client_id = ${clientId}`,
  );
  if (!token) return undefined;
  const code = randomHex(CODE_BITS);
  const { platform_id: platformId, id: tokenId } = token;
  const row = codes.toRow({ codeHash: vault.hash(code), platformId, tokenId, expiresAt: addMs(now, VALID_MS) });
  await apply(db, { effects: [{ kind: insertKind, rows: [row] }] });
  return code;
}

interface FoundCode {
  subject: SessionSubject;
  /** Under concurrency exactly one redemption deletes the row. */
  guard: Effect;
}

export async function findLoginCode({ db, vault }: Deps, code: string, now: Date): Promise<FoundCode | undefined> {
  return vault.find(code, async (hashes) => {
    const [row] = await db.read<{ platform_id: string; token_id: string; code_hash: Buffer }>(sql`
      SELECT platform_id, token_id, code_hash FROM console_codes
      WHERE code_hash = ANY (${hashes}::bytea[]) AND expires_at > ${now}`);
    if (!row) return undefined;
    const guard = { kind: redeemKind, rows: [{ code_hash: `\\x${row.code_hash.toString('hex')}` }] };
    return { subject: { kind: 'TOKEN', platformId: row.platform_id, tokenId: row.token_id }, guard };
  });
}

export async function sweepLoginCodes({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  await db.write(sql`DELETE FROM console_codes WHERE expires_at <= ${clock.now()}`);
}

const insertKind = codes.insertKind('console_code_created');

const redeemKind: EffectKind = {
  name: 'console_code_redeemed',
  statement: (rows) => sql`
    DELETE FROM console_codes c USING ${rows} AS r(item int, code_hash bytea)
    WHERE c.code_hash = r.code_hash RETURNING r.item`,
};
