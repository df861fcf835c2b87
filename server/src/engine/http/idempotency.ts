import { createHash } from 'node:crypto';
import { brokenConstraint, type Database } from '../../foundation/db/database.ts';
import { apply, balanceOfRow, type Effect, type EffectKind, filledColumn } from '../../foundation/db/effects.ts';
import type { Receipt, StoredResponse } from '../../foundation/db/idempotency-receipt.ts';
import type { Finder } from '../../foundation/db/keyed-reads.ts';
import { deleteInPortions } from '../../foundation/db/portions.ts';
import { sealContext, sealedColumns } from '../../foundation/db/sealed-columns.ts';
import { sql } from '../../foundation/db/sql.ts';
import type { Vault } from '../../foundation/db/vault.ts';
import { addMs, DAY_MS } from '../../foundation/kernel/clock.ts';
import { ApiError, InvalidFields } from '../../foundation/kernel/errors.ts';
import type { Reply } from './route.ts';

export const IDEMPOTENCY_HEADER = 'idempotency-key';
const MAX_KEY = 255;
const STORED_MS = DAY_MS;
/** 132 bits, enough to distinguish requests with the same key. */
const FINGERPRINT_LENGTH = 22;

/** Status codes of temporary rejections: the repeated request runs again. */
const NEVER_STORED = new Set([401, 403, 429]);

interface KeyedRequest {
  platformId: string;
  /** Token of the sender: a response with a secret is replayed to this token only. */
  tokenId: string;
  /** Stored key; an agent's key has the id of the agent as prefix. */
  key: string;
  /** Key as the caller sent it. */
  shownKey?: string;
  method: string;
  path: string;
  content: Buffer | undefined;
  now: Date;
  isSecret: boolean;
  /** Serializes a rejection as it is sent and stored. */
  rejectionText: (error: ApiError) => string;
}

const KEY = 'idempotency_records_pkey';

/** Thrown by a handler whose response is stored already. */
class AlreadyResponded extends Error {
  readonly reply: Reply;

  constructor(reply: Reply) {
    super('answered before');
    this.reply = reply;
  }
}

interface IdempotencyDeps {
  db: Database;
  vault: Vault;
  rebuildResponse: RebuildResponse;
}

/** Rebuilds a response from the reference that was stored instead of its text. */
export type RebuildResponse = (platformId: string, reference: string) => Promise<string>;

/** A request with an Idempotency-Key: replays the stored response, or runs the handler and stores its response. */
export class IdempotentRequest {
  readonly #deps: IdempotencyDeps;
  readonly #request: KeyedRequest;
  readonly #fingerprint: string;
  #isStored = false;

  constructor(deps: IdempotencyDeps, request: KeyedRequest) {
    this.#deps = deps;
    this.#request = request;
    const { method, path, content } = request;
    this.#fingerprint = createHash('sha256')
      .update(`${method}\n${path}\n`)
      .update(content ?? '')
      .digest('base64url')
      .slice(0, FINGERPRINT_LENGTH);
  }

  readonly receipt: Receipt = {
    record: (response) => {
      this.#isStored = true;
      return [this.#record(response)];
    },
    requireFirst: async () => {
      const earlier = await this.#replay();
      if (earlier) throw new AlreadyResponded(earlier);
    },
  };

  /**
   * Every failure checks for a stored response first, because the order in which the branches of a statement fail is
   * undefined. `triesFirst`: the handler itself calls `receipt.requireFirst` in parallel with its other reads.
   */
  async run(handle: () => Promise<Reply>, { triesFirst = false } = {}): Promise<Reply> {
    const earlier = triesFirst ? undefined : await this.#replay();
    if (earlier) return earlier;
    try {
      const reply = await handle();
      if (!this.#isStored && !reply.isProvisional)
        throw new Error('an idempotent operation did not store its response');
      return reply;
    } catch (error) {
      if (error instanceof AlreadyResponded) return error.reply;
      const winner = await this.#replay();
      if (winner) return winner;
      // The conflicting response has expired meanwhile, so the key is free again.
      if (triesFirst && brokenConstraint(error) === KEY) return this.run(handle);
      if (!isStoredRejection(error)) throw error;
      return this.#storeRejection(error);
    }
  }

  async #replay(): Promise<Reply | undefined> {
    const { platformId, tokenId, key, now } = this.#request;
    const stored = await this.#deps.db.readByKey<StoredRow>(storedResponse, { platform_id: platformId, key });
    if (!stored) return undefined;
    if (stored.expires_at <= now) return this.#deleteExpired();
    if (stored.fingerprint !== this.#fingerprint) throw keyConflict(this.#request.shownKey ?? key);
    if (stored.is_sealed && stored.token_id !== tokenId) throw secretOfAnotherToken();
    return { status: stored.status, text: await this.#textOf(stored), headers: { 'idempotent-replayed': 'true' } };
  }

  #textOf({ body, is_sealed, rebuilt_from }: StoredRow): Promise<string> | string {
    const { platformId, key } = this.#request;
    if (rebuilt_from !== null) return this.#deps.rebuildResponse(platformId, rebuilt_from);
    return is_sealed ? this.#deps.vault.open(body, sealOf(platformId, key)) : body;
  }

  /** Frees an expired key for reuse. */
  async #deleteExpired(): Promise<undefined> {
    const { platformId, key, now } = this.#request;
    await this.#deps.db.write(
      sql`DELETE FROM idempotency_records WHERE platform_id = ${platformId} AND key = ${key} AND expires_at <= ${now}`,
    );
  }

  async #storeRejection(error: ApiError): Promise<Reply> {
    const text = this.#request.rejectionText(error);
    const rejection = { status: error.status, text, headers: error.headers ?? {} };
    try {
      await apply(this.#deps.db, { effects: [this.#record({ status: error.status, text })] });
    } catch (failure) {
      if (brokenConstraint(failure) !== KEY) throw failure;
      return (await this.#replay()) ?? rejection;
    }
    return rejection;
  }

  #record({ status, text, accountId, rebuiltFrom }: StoredResponse): Effect {
    const { platformId, tokenId, key, now, isSecret } = this.#request;
    const common = {
      platform_id: platformId,
      key,
      fingerprint: this.#fingerprint,
      status,
      is_sealed: isSecret,
      expires_at: addMs(now, STORED_MS),
    };
    if (isSecret) {
      const body = this.#deps.vault.seal(text, sealOf(platformId, key));
      return { kind: recordTextKind, rows: [{ ...common, token_id: tokenId, body, account_id: null }] };
    }
    if (rebuiltFrom) return { kind: recordReferenceKind, rows: [{ ...common, rebuilt_from: rebuiltFrom }] };
    // The statement inserts the balances of the account into the text.
    return { kind: recordTextKind, rows: [{ ...common, token_id: null, body: text, account_id: accountId ?? null }] };
  }
}

/** A second record with the same key fails the whole statement, so a concurrent repeat changes nothing. */
const recordReferenceKind: EffectKind = {
  name: 'answer_kept',
  statement: (rows) => sql`
    INSERT INTO idempotency_records (platform_id, key, fingerprint, status, body, rebuilt_from, is_sealed, expires_at)
    SELECT r.platform_id, r.key, r.fingerprint, r.status, '', r.rebuilt_from, r.is_sealed, r.expires_at
    FROM ${rows} AS r(item int, platform_id text, key text, fingerprint text, status smallint, rebuilt_from text,
      is_sealed boolean, expires_at timestamptz)
    JOIN guarded USING (item)`,
};

/** Stores sealed responses, and responses whose balances the statement inserts. */
const recordTextKind: EffectKind = {
  name: 'answer_text_kept',
  texts: ['body'],
  statement: (rows, texts) => sql`
    INSERT INTO idempotency_records (platform_id, key, fingerprint, status, body, is_sealed, token_id, expires_at)
    SELECT r.platform_id, r.key, r.fingerprint, r.status, COALESCE(${filledColumn('body')}, ''), r.is_sealed, r.token_id,
      r.expires_at
    FROM ROWS FROM (
      ${texts},
      ${rows} AS (item int, platform_id text, key text, fingerprint text, status smallint, is_sealed boolean,
        token_id text, account_id text, expires_at timestamptz)
    ) AS r(body)
    JOIN guarded USING (item) ${balanceOfRow}`,
};

const storedResponse: Finder = {
  statement: (keys) => sql`
    SELECT k.n, found.* FROM ${keys}
    CROSS JOIN LATERAL (
      SELECT fingerprint, status, body, rebuilt_from, is_sealed, token_id, expires_at FROM idempotency_records
      WHERE platform_id = k.platform_id AND key = k.key LIMIT 1
    ) found`,
};

interface StoredRow {
  fingerprint: string;
  status: number;
  body: string;
  rebuilt_from: string | null;
  is_sealed: boolean;
  /** Token that received the sealed response. */
  token_id: string | null;
  expires_at: Date;
}

const sealOf = (platformId: string, key: string) =>
  sealContext(sealedColumns.keptResponse, { platform_id: platformId, key });

/** Deletes responses that are older than a day on the clock of their platform. */
export const purgeExpired = (db: Database, now: Date): Promise<void> =>
  deleteInPortions(
    db,
    sql`idempotency_records`,
    (portion) => sql`
    SELECT r.ctid FROM platforms p
    CROSS JOIN LATERAL (
      SELECT ctid FROM idempotency_records
      WHERE uuid_of(platform_id) = uuid_of(p.id) AND expires_at <= ${now}::timestamptz + make_interval(secs => p.clock_offset_ms / 1000.0)
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

function isStoredRejection(error: unknown): error is ApiError {
  return (
    error instanceof ApiError &&
    error.status < 500 &&
    !NEVER_STORED.has(error.status) &&
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

const secretOfAnotherToken = (): ApiError =>
  new ApiError('FORBIDDEN', 'The first response to this request contains a secret of the token that has sent it.', {
    reason: 'IDEMPOTENCY_KEY_OF_ANOTHER_TOKEN',
    hint: 'Repeat the request with that token, or use a new key.',
  });

/** Error body with the same four members everywhere. A 401 also has the failed check as text in `reason`. */
export function errorBody({ status, code, message, details }: ApiError): object {
  return {
    status,
    code,
    message,
    ...(status === 401 && { reason: message.replace(/\.$/, '') }),
    ...(details && { details }),
  };
}
