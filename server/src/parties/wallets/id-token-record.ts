import { CLOCK_TOLERANCE_SECONDS, MAX_TOKEN_AGE_SECONDS } from '../../engine/providers/oidc/port.ts';
import { brokenConstraint, type Database } from '../../foundation/db/database.ts';
import type { Effect } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import { bytea, table, text, timestamptz } from '../../foundation/db/table.ts';
import { addMs, type Clock, SECOND_MS } from '../../foundation/kernel/clock.ts';
import { sha256 } from '../../foundation/kernel/sha256.ts';
import type { WalletDeps } from './deps.ts';

const usedIdTokens = table('wallet_used_id_tokens', {
  platformId: text(),
  tokenHash: bytea(),
  expiresAt: timestamptz(),
});

/** Longest remaining time during which a token can be fresh. */
const KEPT_MS = (MAX_TOKEN_AGE_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS) * SECOND_MS;

/** Marks a token as used. Aborts the statement (see `isUsedIdToken`) if the token has already opened a session. */
export function useIdToken({ clock }: Pick<WalletDeps, 'clock'>, platformId: string, token: string) {
  // Excludes the signature, because ECDSA has two valid signatures for the same content.
  const signed = token.slice(0, token.lastIndexOf('.'));
  const tokenHash = Buffer.from(sha256(signed, 'hex'), 'hex');
  const row = usedIdTokens.toRow({ platformId, tokenHash, expiresAt: addMs(clock.now(), KEPT_MS) });
  return { kind: useKind, rows: [row] } satisfies Effect;
}

export const isUsedIdToken = (error: unknown): boolean => brokenConstraint(error) === 'wallet_used_id_tokens_pkey';

/** Deletes used tokens that are too old to be accepted. */
export async function sweepIdTokens({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  await db.write(sql`DELETE FROM wallet_used_id_tokens WHERE expires_at <= ${clock.now()}`);
}

const useKind = usedIdTokens.insertKind('id_token_used');
