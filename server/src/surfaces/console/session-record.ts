import { brokenConstraint, type Database } from '../../foundation/db/database.ts';
import { apply, type Effect, type EffectKind } from '../../foundation/db/effects.ts';
import { sql } from '../../foundation/db/sql.ts';
import { bytea, nullable, type RecordOf, type RowOf, table, text, timestamptz } from '../../foundation/db/table.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import { addMs, type Clock, HOUR_MS, MINUTE_MS } from '../../foundation/kernel/clock.ts';
import { idPattern, newId, randomHex } from '../../foundation/kernel/ids.ts';
import { accessChanged } from '../../parties/platforms/access.ts';

/** TOKEN: a developer with an API token. OPERATOR: a person who operates the service. */
export type SessionKind = 'TOKEN' | 'OPERATOR';

const SECRET_BITS = 256;
const MAX_AGE_MS = 12 * HOUR_MS;
/** Longest time without a request; undefined for kinds without such a limit. */
export const idleLimits: Readonly<Record<SessionKind, number | undefined>> = {
  TOKEN: undefined,
  OPERATOR: 30 * MINUTE_MS,
};

export const sessions = table('console_sessions', {
  id: text(),
  kind: text<SessionKind>(),
  platformId: nullable(text()),
  tokenId: nullable(text()),
  operatorPersonId: nullable(text()),
  /** Latest use of a passkey; null in TOKEN sessions. */
  provedAt: nullable(timestamptz()),
  cookieHash: bytea(),
  keyHash: bytea(),
  createdAt: timestamptz(),
  usedAt: timestamptz(),
  expiresAt: timestamptz(),
});

export type ConsoleSession = RecordOf<typeof sessions>;
export type SessionRow = RowOf<typeof sessions>;

/** Token or person for whom a session is created. */
export type SessionSubject =
  | { kind: 'TOKEN'; platformId: string; tokenId: string }
  | { kind: 'OPERATOR'; operatorPersonId: string };

/** Both halves of the secret of a session, shown once and stored as keyed hashes. */
export interface SessionSecrets {
  cookie: string;
  /** Contains the id of the session. */
  key: string;
}

export interface SessionRequest {
  subject: SessionSubject;
  now: Date;
  /** Condition for the session, for example a code that was not redeemed yet. */
  guard?: Effect | undefined;
  /** Further effects of the same statement. */
  effects?: readonly Effect[];
}

/** Creates a session; undefined if the guard fails or the token was revoked. */
export async function createSession(
  { db, vault }: { db: Database; vault: Vault },
  { subject, now, guard, effects = [] }: SessionRequest,
): Promise<SessionSecrets | undefined> {
  const id = newId('ConsoleSession');
  const secrets = { cookie: randomHex(SECRET_BITS), key: `${id.split(':')[1]}.${randomHex(SECRET_BITS)}` };
  const session: ConsoleSession = {
    id,
    kind: subject.kind,
    platformId: subject.kind === 'TOKEN' ? subject.platformId : null,
    tokenId: subject.kind === 'TOKEN' ? subject.tokenId : null,
    operatorPersonId: subject.kind === 'OPERATOR' ? subject.operatorPersonId : null,
    provedAt: subject.kind === 'OPERATOR' ? now : null,
    cookieHash: vault.hash(secrets.cookie),
    keyHash: vault.hash(secrets.key),
    createdAt: now,
    usedAt: now,
    expiresAt: addMs(now, MAX_AGE_MS),
  };
  try {
    const created = { kind: insertKind, rows: [sessions.toRow(session)] };
    const isCreated = await apply(db, { guard, effects: [created, ...effects] });
    return isCreated ? secrets : undefined;
  } catch (error) {
    if (brokenConstraint(error) === 'console_sessions_token') return undefined;
    throw error;
  }
}

/** Extracts the id of the session from the header half of its secret. */
export function sessionIdOf(key: string): string | undefined {
  const id = `ConsoleSession:${key.split('.')[0]}`;
  return new RegExp(idPattern('ConsoleSession')).test(id) ? id : undefined;
}

/** Ends a session; false if there is none. Call `accessCache.refresh()` next, so that no process uses a cached copy. */
export function endSession(db: Database, id: string, effects: readonly Effect[] = []): Promise<boolean> {
  return apply(db, { guard: { kind: endKind, rows: [{ id }] }, effects: [accessChanged, ...effects] });
}

interface SessionProof {
  now: Date;
  /** Guard: the passkey proof was not used before. */
  guard: Effect;
  effects: readonly Effect[];
}

/** Records a fresh passkey proof; false if its guard fails. Call `accessCache.refresh()` next. */
export function proveSession(db: Database, id: string, { now, guard, effects }: SessionProof): Promise<boolean> {
  const proved = { kind: proofKind, rows: [{ id, at: now }] };
  return apply(db, { guard, effects: [proved, accessChanged, ...effects] });
}

/** Records the time of use of a session with an idle limit. */
export async function touchSession(db: Database, id: string, now: Date): Promise<void> {
  await db.write(sql`UPDATE console_sessions SET used_at = ${now} WHERE id = ${id} AND used_at < ${now}`);
}

export const isIdle = ({ kind, usedAt }: Pick<ConsoleSession, 'kind' | 'usedAt'>, now: Date): boolean => {
  const limit = idleLimits[kind];
  return limit !== undefined && now.getTime() - usedAt.getTime() > limit;
};

/** Expired sessions get the same response as unknown ones, so their rows can be deleted. */
export async function sweepConsoleSessions({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  await db.write(sql`DELETE FROM console_sessions WHERE expires_at <= ${clock.now()}`);
}

const insertKind = sessions.insertKind('console_session_created');

const proofKind: EffectKind = {
  name: 'console_session_proved',
  statement: (rows) => sql`
    UPDATE console_sessions s SET proved_at = r.at
    FROM ${rows} AS r(item int, id text, at timestamptz) JOIN guarded USING (item) WHERE s.id = r.id`,
};

const endKind: EffectKind = {
  name: 'console_session_ended',
  statement: (rows) => sql`
    DELETE FROM console_sessions s USING ${rows} AS r(item int, id text) WHERE s.id = r.id RETURNING r.item`,
};
