import { createHash } from 'node:crypto';
import { brokenConstraint, type Database } from '../db/database.ts';
import { apply, type Effect, type EffectKind, filled, standingOfRow } from '../db/effects.ts';
import type { Finder } from '../db/gather.ts';
import { deleteInPortions } from '../db/portions.ts';
import type { Receipt } from '../db/receipt.ts';
import { sealContext, sealedColumns } from '../db/sealed-columns.ts';
import { sql } from '../db/sql.ts';
import type { Vault } from '../db/vault.ts';
import { addMs, DAY_MS } from '../kernel/clock.ts';
import { ApiError, InvalidFields } from '../kernel/errors.ts';
import type { Reply } from './route.ts';

export const IDEMPOTENCY_HEADER = 'idempotency-key';
const MAX_KEY = 255;
const KEPT_MS = DAY_MS;

/** Refusals that say nothing lasting about the request: a repeat is tried afresh. */
const NEVER_KEPT = new Set([401, 403, 429]);

interface KeyedRequest {
  platformId: string;
  /** The key as it is kept; under the name of whoever has keys of its own. */
  key: string;
  shownKey?: string;
  method: string;
  path: string;
  content: Buffer | undefined;
  now: Date;
  isSecret: boolean;
  /** A refusal is kept as it is sent. */
  refusalText: (error: ApiError) => string;
}

const KEY = 'idempotency_records_pkey';

/** Ends a handler whose answer is known from before. */
class Answered extends Error {
  readonly reply: Reply;

  constructor(reply: Reply) {
    super('answered before');
    this.reply = reply;
  }
}

/** One request under an Idempotency-Key: replays the answer it had, or runs and keeps it. */
export class IdempotentRequest {
  readonly #db: Database;
  readonly #vault: Vault;
  readonly #request: KeyedRequest;
  readonly #fingerprint: string;
  #isRemembered = false;

  constructor(db: Database, vault: Vault, request: KeyedRequest) {
    this.#db = db;
    this.#vault = vault;
    this.#request = request;
    const { method, path, content } = request;
    this.#fingerprint = createHash('sha256')
      .update(`${method}\n${path}\n`)
      .update(content ?? '')
      .digest('hex');
  }

  readonly receipt: Receipt = {
    remember: ({ status, text, accountId }) => {
      this.#isRemembered = true;
      return [this.#record({ status, text, accountId })];
    },
    requireFirst: async () => {
      const earlier = await this.#replay();
      if (earlier) throw new Answered(earlier);
    },
  };

  /**
   * The order in which the arms of a statement fail is not defined, so every failure looks for a kept answer first.
   * `triesFirst`: so does the handler itself, beside other reads or after a first try that a repeat cannot pass.
   */
  async run(handle: () => Promise<Reply>, { triesFirst = false } = {}): Promise<Reply> {
    const earlier = triesFirst ? undefined : await this.#replay();
    if (earlier) return earlier;
    try {
      const reply = await handle();
      if (!this.#isRemembered && !reply.isQuestion)
        throw new Error('an idempotent operation did not remember its answer');
      return reply;
    } catch (error) {
      if (error instanceof Answered) return error.reply;
      const winner = await this.#replay();
      if (winner) return winner;
      // The key was used before, and has been forgotten just now.
      if (triesFirst && brokenConstraint(error) === KEY) return this.run(handle);
      if (!isKeptRefusal(error)) throw error;
      return this.#keepRefusal(error);
    }
  }

  async #replay(): Promise<Reply | undefined> {
    const { platformId, key, now } = this.#request;
    const kept = await this.#db.pick<KeptRow>(keptAnswer, { platform_id: platformId, key });
    if (!kept) return undefined;
    if (kept.expires_at <= now) return this.#forget();
    if (kept.fingerprint !== this.#fingerprint) throw keyConflict(this.#request.shownKey ?? key);
    const text = kept.is_sealed ? await this.#vault.open(kept.body, placeOf(platformId, key)) : kept.body;
    return { status: kept.status, text, headers: { 'idempotent-replayed': 'true' } };
  }

  /** A key whose time has passed may be used anew. */
  async #forget(): Promise<undefined> {
    const { platformId, key, now } = this.#request;
    await this.#db.write(
      sql`DELETE FROM idempotency_records WHERE platform_id = ${platformId} AND key = ${key} AND expires_at <= ${now}`,
    );
  }

  async #keepRefusal(error: ApiError): Promise<Reply> {
    const text = this.#request.refusalText(error);
    const refusal = { status: error.status, text, headers: error.headers ?? {} };
    try {
      await apply(this.#db, { effects: [this.#record({ status: error.status, text })] });
    } catch (failure) {
      if (brokenConstraint(failure) !== KEY) throw failure;
      return (await this.#replay()) ?? refusal;
    }
    return refusal;
  }

  #record({ status, text, accountId }: { status: number; text: string; accountId?: string | undefined }): Effect {
    const { platformId, key, now, isSecret } = this.#request;
    const row = {
      platform_id: platformId,
      key,
      fingerprint: this.#fingerprint,
      status,
      body: isSecret ? this.#vault.seal(text, placeOf(platformId, key)) : text,
      is_sealed: isSecret,
      account_id: accountId ?? null,
      expires_at: addMs(now, KEPT_MS),
    };
    return { kind: recordKind, rows: [row] };
  }
}

/** A second record under one key breaks the statement, and with it everything the second request did. */
const recordKind: EffectKind = {
  name: 'answer_kept',
  texts: ['body'],
  statement: (rows, texts) => sql`
    INSERT INTO idempotency_records (platform_id, key, fingerprint, status, body, is_sealed, expires_at)
    SELECT r.platform_id, r.key, r.fingerprint, r.status, COALESCE(${filled('body')}, ''), r.is_sealed, r.expires_at
    FROM ROWS FROM (
      ${texts},
      ${rows} AS (item int, platform_id text, key text, fingerprint text, status smallint, is_sealed boolean,
        account_id text, expires_at timestamptz)
    ) AS r(body)
    JOIN guarded USING (item) ${standingOfRow}`,
};

const keptAnswer: Finder = {
  statement: (keys) => sql`
    SELECT k.n, found.* FROM ${keys}
    CROSS JOIN LATERAL (
      SELECT fingerprint, status, body, is_sealed, expires_at FROM idempotency_records
      WHERE platform_id = k.platform_id AND key = k.key LIMIT 1
    ) found`,
};

interface KeptRow {
  fingerprint: string;
  status: number;
  body: string;
  is_sealed: boolean;
  expires_at: Date;
}

const placeOf = (platformId: string, key: string) =>
  sealContext(sealedColumns.keptAnswer, { platform_id: platformId, key });

/** Answers are kept for a day of the platform's time. */
export const purgeExpired = (db: Database, now: Date): Promise<void> =>
  deleteInPortions(
    db,
    sql`idempotency_records`,
    (portion) => sql`
    SELECT r.ctid FROM platforms p
    CROSS JOIN LATERAL (
      SELECT ctid FROM idempotency_records
      WHERE platform_id = p.id AND expires_at <= ${now}::timestamptz + make_interval(secs => p.clock_offset_ms / 1000.0)
      ORDER BY expires_at LIMIT ${portion}
    ) r`,
  );

export function readKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = String(header).trim();
  if (key.length > 0 && key.length <= MAX_KEY) return key;
  const message = `Idempotency-Key must have 1 to ${MAX_KEY} characters.`;
  throw new InvalidFields([{ field: 'Idempotency-Key', message, constraint: { minLength: 1, maxLength: MAX_KEY } }]);
}

function isKeptRefusal(error: unknown): error is ApiError {
  return (
    error instanceof ApiError &&
    error.status < 500 &&
    !NEVER_KEPT.has(error.status) &&
    !(error instanceof InvalidFields)
  );
}

function keyConflict(key: string): ApiError {
  return new ApiError('CONFLICT', 'This Idempotency-Key was used for a different request.', {
    reason: 'IDEMPOTENCY_KEY_REUSED',
    idempotencyKey: key,
    hint: 'Repeat the first request byte for byte, or use a new key.',
  });
}

/** The error body: the same four members everywhere, and `reason` where a check failed. */
export function errorBody({ status, code, message, details }: ApiError): object {
  return {
    status,
    code,
    message,
    ...(status === 401 && details?.reason && { reason: details.reason }),
    ...(details && { details }),
  };
}
