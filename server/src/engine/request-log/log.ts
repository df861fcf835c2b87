import type { Database } from '../../foundation/db/database.ts';
import { DELETED_PORTION, inPortions } from '../../foundation/db/portions.ts';
import { bound, type Sql, sql } from '../../foundation/db/sql.ts';
import { legible } from '../../foundation/db/storable-text.ts';
import type { FieldError } from '../../foundation/kernel/errors.ts';
import { emitHints, type Hint } from '../../foundation/kernel/hints.ts';
import { uuidOf } from '../../foundation/kernel/ids.ts';
import { firstInvalidField } from './invalid-field.ts';
import { resourceIdsOf } from './logged-resources.ts';
import { insertion, type LogEntry } from './table.ts';

/** Pauses before a write. While lines are frequent the pause is longer, because one statement for many costs less. */
const PAUSE_MS = 50;
const GATHER_MS = 500;
const FREQUENT = 4;
/** Number of lines per write. Writes are at least `PAUSE_MS` apart, so that the log never slows the service. */
const PORTION = 64;
/** Maximum number of queued lines; further lines are dropped. */
const MAX_WAITING = 256;
/** A log is pruned after growing by this share, because finding the oldest line to keep reads the keys of all lines. */
const PRUNED_SHARE = 0.01;
const MAX_PATH = 500;
const MAX_KEY = 255;
const MAX_BODY = 20_000;

export interface RequestLogLine {
  platformId: string;
  id: string;
  at: Date;
  method: string;
  path: string;
  route: string;
  status: number;
  code?: string | undefined;
  durationMs: number;
  tokenId: string;
  idempotencyKey?: string | undefined;
  isReplay: boolean;
  /** Findings for which strict handling would have rejected the request. */
  warnings?: readonly FieldError[] | undefined;
  responseBytes?: number | undefined;
  /** Both bodies are redacted. The response body of a successful read is not stored. */
  requestBody: unknown;
  responseBody: unknown;
}

/** Requests that observe other requests, which lists for people omit. */
export const isObservation = (path: string): boolean => /\/(request-log|sandbox\/listeners|stream)(\/|$)/.test(path);

export type OnRequest = (line: RequestLogLine) => void;

interface Options {
  db: Database;
  /** Number of requests to keep per platform. */
  keep: number;
  onDropped: (count: number) => void;
  /** Called with every line that is not dropped. */
  onRequest?: OnRequest | undefined;
}

/** Stores the latest requests of each platform in the background, with bounded memory and disk space. */
export class RequestLog {
  readonly #options: Options;
  #waiting: LogEntry[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isFrequent = false;
  #writing: Promise<void> | undefined;
  /** Lines written per platform since its log was pruned; undefined until all logs were pruned once. */
  #unpruned: Map<string, number> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** `describe` is not called for a dropped line. */
  add(describe: () => RequestLogLine): void {
    if (this.#waiting.length >= MAX_WAITING) {
      this.#options.onDropped(1);
      return;
    }
    const line = describe();
    this.#options.onRequest?.(line);
    this.#waiting.push(entryOf(line));
    if (!this.#writing && (!this.#timer || this.#waiting.length === PORTION)) this.#schedule();
  }

  /** Writes all queued lines. */
  flush(): Promise<void> {
    return this.#writeSome(MAX_WAITING);
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const pause = this.#isFrequent && this.#waiting.length < PORTION ? GATHER_MS : PAUSE_MS;
    this.#timer = setTimeout(() => void this.#writeSome(PORTION), pause);
  }

  /** Writes one batch at a time, so that statements do not accumulate while the database is slow. */
  async #writeSome(count: number): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#waiting.splice(0, count);
    if (batch.length === 0) return this.#writing;
    this.#isFrequent = batch.length >= FREQUENT;
    const writing = Promise.resolve(this.#writing)
      .then(() => this.#write(batch))
      .catch(() => this.#options.onDropped(batch.length));
    this.#writing = writing;
    await writing;
    if (this.#writing !== writing) return;
    this.#writing = undefined;
    if (this.#waiting.length > 0) this.#schedule();
  }

  async #write(batch: readonly LogEntry[]): Promise<void> {
    const { db } = this.#options;
    await db.write(bound(insertion, batch));
    for (const { line } of batch) this.#unpruned?.set(line.platformId, (this.#unpruned.get(line.platformId) ?? 0) + 1);
    emitHints(db.signals, () => batch.filter(({ line }) => !isObservation(line.path)).map(hintOf));
  }

  /** Deletes the oldest lines of platforms with more lines than the limit. */
  async prune(): Promise<void> {
    const { db, keep } = this.#options;
    const due = this.#unpruned
      ? [...this.#unpruned].flatMap(([id, count]) => (count >= keep * PRUNED_SHARE ? [id] : []))
      : (await db.read<{ id: string }>(sql`SELECT id FROM platforms`)).map(({ id }) => uuidOf(id));
    for (const platformId of due) this.#unpruned?.delete(platformId);
    const surplus = await db.read<{ platform_id: string; id: string }>(sql`
      SELECT p.platform_id, surplus.id FROM unnest(${due}::uuid[]) AS p(platform_id) CROSS JOIN LATERAL (
        SELECT l.id FROM request_log l WHERE l.platform_id = p.platform_id ORDER BY l.id DESC OFFSET ${keep} LIMIT 1
      ) AS surplus`);
    for (const { platform_id: platformId, id } of surplus) {
      await inPortions((portion) => deleteUpTo(db, { platformId, id, portion }), DELETED_PORTION);
    }
    this.#unpruned ??= new Map();
  }
}

interface Deleted {
  platformId: string;
  id: string;
  portion: Sql;
}

async function deleteUpTo(db: Database, { platformId, id, portion }: Deleted): Promise<number> {
  const [deleted] = await db.write<{ count: number }>(sql`
    WITH deleted AS (
      DELETE FROM request_log WHERE platform_id = ${platformId} AND id <= (
        SELECT id FROM (
          SELECT id FROM request_log WHERE platform_id = ${platformId} AND id <= ${id} ORDER BY id LIMIT ${portion}
        ) AS oldest ORDER BY id DESC LIMIT 1
      ) RETURNING 1
    ) SELECT count(*)::int AS count FROM deleted`);
  return deleted?.count ?? 0;
}

function hintOf({ line: { platformId, id } }: LogEntry): Hint {
  return { platformId: `Platform:${platformId}`, topic: 'request', resourceId: id, key: id };
}

function entryOf(request: RequestLogLine): LogEntry {
  const { id, at, method, route, status, code = null, tokenId, isReplay, responseBytes = null } = request;
  const line = {
    platformId: uuidOf(request.platformId),
    id,
    at,
    method,
    path: legible(request.path.slice(0, MAX_PATH)),
    route,
    status,
    code,
    durationMs: Math.round(request.durationMs * 100) / 100,
    tokenId,
    idempotencyKey: request.idempotencyKey ? legible(request.idempotencyKey.slice(0, MAX_KEY)) : null,
    isReplay,
    resourceIds: resourceIdsOf(request.path, request.responseBody),
    field: status < 400 ? null : firstInvalidField(request.responseBody),
    responseBytes,
  };
  return {
    line,
    warnings: bounded(request.warnings?.map(({ field, message }) => ({ field, message }))),
    requestBody: bounded(request.requestBody),
    responseBody: bounded(request.responseBody),
  };
}

function bounded(body: unknown): string {
  const text = JSON.stringify(body) ?? 'null';
  return text.length > MAX_BODY ? `"[${text.length} characters, too long to keep]"` : text;
}
