import type { Database } from '../../foundation/db/database.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import {
  type Caller,
  CONSOLE_BACKGROUND_HEADER,
  CONSOLE_SESSION_HEADER,
  type Permission,
  type Platform,
  type PlatformMode,
} from '../../foundation/kernel/callers.ts';
import { type Clock, MINUTE_MS } from '../../foundation/kernel/clock.ts';
import type { ReasonOf } from '../../foundation/kernel/error-reasons.ts';
import { type ApiError, unauthorized } from '../../foundation/kernel/errors.ts';
import { sha256 } from '../../foundation/kernel/sha256.ts';
import { type AccessCache, hasFaults, type Loaded } from '../../parties/platforms/access.ts';
import { type ConsoleRequest, type OriginOptions, readCookie, requireKnownHost, requireSameOrigin } from './origin.ts';
import {
  type ConsoleSession,
  isIdle,
  type SessionRow,
  type SessionSecrets,
  sessionIdOf,
  sessions,
  touchSession,
} from './session-record.ts';

const MAX_SECRET = 200;

export interface ConsoleDeps {
  db: Database;
  vault: Vault;
  clock: Clock;
  accessCache: AccessCache;
  origin: OriginOptions;
}

/** A session, and the caller or person for whom it may act. */
export interface OpenSession {
  session: ConsoleSession;
  /** Set in a TOKEN session: a caller with the permissions of the token. */
  caller: Caller | undefined;
  /** Set in an OPERATOR session. */
  person: Person | undefined;
}

export interface Person {
  id: string;
  name: string;
}

/** Permissions of people on every platform: they change its data only through operator operations. */
export const PERSON_PERMISSIONS: readonly Permission[] = ['VIEW'];

/** Finds the session of a request by both halves of its secret. A cached session costs no query. */
export async function openSession(deps: ConsoleDeps, request: ConsoleRequest): Promise<OpenSession> {
  requireKnownHost(deps.origin, request);
  requireSameOrigin(request);
  const cookie = readCookie(deps.origin, request);
  const key = request.headers[CONSOLE_SESSION_HEADER];
  if (typeof key !== 'string') throw unauthenticated('CONSOLE_SESSION_UNKNOWN', 'X-Console-Session header is missing.');
  if (cookie === undefined)
    throw unauthenticated('CONSOLE_SESSION_UNKNOWN', 'The cookie of the console session is missing.');
  if (key.length > MAX_SECRET || cookie.length > MAX_SECRET)
    throw unauthenticated('CONSOLE_SESSION_UNKNOWN', 'Unknown console session.');
  const digest = `console ${sha256(`${cookie} ${key}`, 'base64')}`;
  const load = (): Promise<Loaded<OpenSession> | undefined> => loadSession(deps, { cookie, key });
  const open = await deps.accessCache.find(digest, load);
  if (!open) throw unauthenticated('CONSOLE_SESSION_UNKNOWN', 'Unknown console session.');
  await requireActive(deps, open.session, { isUse: request.headers[CONSOLE_BACKGROUND_HEADER] === undefined });
  return open;
}

/** The challenge uses a scheme other than Basic, for which browsers open a dialog. */
export const unauthenticated = (
  reason: ReasonOf<'UNAUTHORIZED'>,
  flaw: string,
  hint = 'Log in again at /console.',
): ApiError => unauthorized(reason, flaw, hint, 'Console realm="causeway"');

/** Interval at which a process writes the time of use, so a cached time may be that old. */
const TOUCH_MS = MINUTE_MS;

async function requireActive(
  { db, clock }: ConsoleDeps,
  session: ConsoleSession,
  { isUse }: { isUse: boolean },
): Promise<void> {
  const now = clock.now();
  if (session.expiresAt <= now) throw unauthenticated('CONSOLE_SESSION_ENDED', 'The console session has expired.');
  if (isIdle(session, now)) {
    // Another process may have served the latest request.
    session.usedAt = await getLastUse(db, session);
    if (isIdle(session, now))
      throw unauthenticated('CONSOLE_SESSION_ENDED', 'The console session was idle for too long.');
  }
  if (isUse && session.kind === 'OPERATOR' && now.getTime() - session.usedAt.getTime() >= TOUCH_MS) {
    session.usedAt = now;
    await touchSession(db, session.id, now);
  }
}

async function getLastUse(db: Database, { id, usedAt }: ConsoleSession): Promise<Date> {
  const [row] = await db.read<{ used_at: Date }>(sql`SELECT used_at FROM console_sessions WHERE id = ${id}`);
  return row?.used_at ?? usedAt;
}

/** Reads session, token and revision in one snapshot, so that a revoked token is never cached after its revocation. */
export async function loadSession(
  { db, vault }: Pick<ConsoleDeps, 'db' | 'vault'>,
  { cookie, key }: SessionSecrets,
): Promise<Loaded<OpenSession> | undefined> {
  const [row] = await db.readPipelined<LoadedRow>(sql`
    SELECT ${sessions.columnsOf('s')}, t.permissions, p.name, p.mode, p.clock_offset_ms, o.name AS person_name,
      p.id IS NOT NULL AND ${hasFaults} AS has_faults, (SELECT revision FROM revisions WHERE name = 'access') AS revision
    FROM console_sessions s
      LEFT JOIN api_tokens t ON t.platform_id = s.platform_id AND t.id = s.token_id
      LEFT JOIN platforms p ON p.id = s.platform_id
      LEFT JOIN operators o ON o.id = s.operator_person_id AND o.revoked_at IS NULL
    WHERE s.id = ${sessionIdOf(key) ?? ''}`);
  // Both are verified even if the first is wrong, so that the response time does not reveal which half is wrong.
  const areRight = await Promise.all([vault.verify(key, row?.key_hash), vault.verify(cookie, row?.cookie_hash)]);
  if (!row || areRight.includes(false)) return undefined;
  const person = personOf(row);
  if (row.kind === 'OPERATOR' && !person) return undefined;
  return { value: { session: sessions.fromRow(row), caller: callerOf(row), person }, revision: row.revision };
}

/** Returns undefined for a revoked person. */
const personOf = ({ operator_person_id: id, person_name: name }: LoadedRow): Person | undefined =>
  id === null || name === null ? undefined : { id, name };

interface LoadedRow extends SessionRow {
  permissions: Permission[] | null;
  person_name: string | null;
  name: string;
  mode: PlatformMode;
  clock_offset_ms: bigint;
  has_faults: boolean;
  revision: bigint;
}

function callerOf(row: LoadedRow): Caller | undefined {
  const { platform_id: id, token_id: tokenId, permissions, name, mode } = row;
  if (id === null || tokenId === null || permissions === null) return undefined;
  const clockOffsetMs = Number(row.clock_offset_ms);
  const platform: Platform = { id, name, mode, clockOffsetMs, hasFaults: row.has_faults };
  return { tokenId, permissions, platform };
}
