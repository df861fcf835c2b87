import type { Database } from '../db/database.ts';
import { deleteInPortions } from '../db/portions.ts';
import { rows, sql } from '../db/sql.ts';
import { boolean, jsonb, nullable, real, smallint, table, text, textArray, timestamptz } from '../db/table.ts';
import type { FieldError } from '../kernel/errors.ts';
import { emitHints, type Hint } from '../kernel/hints.ts';
import { firstInvalidField } from './invalid-field.ts';
import { resourceIdsOf } from './logged-resources.ts';

/** Small, frequent writes: a hundred lines at once would delay requests. */
const PAUSE_MS = 50;
const PORTION = 20;
/** Further lines are dropped, so that the log never slows the service. */
const MAX_WAITING = 100;
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
  /** Findings that strict handling would have rejected. */
  warnings?: readonly FieldError[] | undefined;
  /** Both bodies are without secrets and personal data. */
  requestBody: unknown;
  responseBody: unknown;
}

/** Requests by which developers follow the others; lists of requests for people leave them out. */
export const isObservation = (path: string): boolean => /\/(request-log|sandbox\/listeners|stream)(\/|$)/.test(path);

export type OnRequest = (line: RequestLogLine) => void;

interface Options {
  db: Database;
  /** Number of requests to keep per platform. */
  keep: number;
  onDropped: (count: number) => void;
  /** Observes every line that is kept. */
  onRequest?: OnRequest | undefined;
}

/** Stores the latest requests of each platform in the background, bounded in memory and on disk. */
export class RequestLog {
  readonly #options: Options;
  #waiting: LogEntry[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  /** `describe` is called only if the line is not dropped. */
  add(describe: () => RequestLogLine): void {
    if (this.#waiting.length >= MAX_WAITING) {
      this.#options.onDropped(1);
      return;
    }
    const line = describe();
    this.#options.onRequest?.(line);
    this.#waiting.push(toRow(line));
    this.#timer ??= this.#later();
  }

  /** Writes all waiting lines. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#writeSome(MAX_WAITING);
  }

  #later(): NodeJS.Timeout {
    return setTimeout(() => void this.#writeSome(PORTION), PAUSE_MS);
  }

  /** Writes one portion at a time, so that statements do not pile up while the database is slow. */
  async #writeSome(count: number): Promise<void> {
    const batch = this.#waiting.splice(0, count);
    this.#writing = this.#writing.then(() => this.#write(batch)).catch(() => this.#options.onDropped(batch.length));
    await this.#writing;
    clearTimeout(this.#timer);
    this.#timer = this.#waiting.length > 0 ? this.#later() : undefined;
  }

  async #write(batch: LogEntry[]): Promise<void> {
    if (batch.length === 0) return;
    await this.#options.db.write(sql`
      INSERT INTO request_log (${requestLog.columns})
      SELECT ${requestLog.columns} FROM ${rows(batch)} AS r(${requestLog.rowType})`);
    emitHints(this.#options.db.signals, () => batch.filter(({ path }) => !isObservation(path)).map(hintOf));
  }

  /** Deletes all but the newest lines of each platform. */
  async prune(): Promise<void> {
    const { db, keep } = this.#options;
    const surplus = await db.read(sql`
      SELECT p.id AS platform_id, l.id AS last_id FROM platforms p
      CROSS JOIN LATERAL (SELECT id FROM request_log WHERE platform_id = p.id ORDER BY id DESC OFFSET ${keep} LIMIT 1) l`);
    await deleteInPortions(
      db,
      sql`request_log`,
      (portion) => sql`
      SELECT l.ctid FROM ${rows(surplus)} AS s(platform_id text, last_id text)
      CROSS JOIN LATERAL (
        SELECT ctid FROM request_log WHERE platform_id = s.platform_id AND id <= s.last_id ORDER BY id LIMIT ${portion}
      ) l`,
    );
  }
}

export const requestLog = table('request_log', {
  platformId: text(),
  id: text(),
  at: timestamptz(),
  method: text(),
  path: text(),
  route: text(),
  status: smallint(),
  code: nullable(text()),
  durationMs: real(),
  tokenId: text(),
  idempotencyKey: nullable(text()),
  isReplay: boolean(),
  warnings: nullable(jsonb<FieldError[]>()),
  requestBody: jsonb<unknown>(),
  responseBody: jsonb<unknown>(),
  resourceIds: nullable(textArray()),
  field: nullable(text()),
});

type LogEntry = ReturnType<typeof toRow>;

const hintOf = ({ platform_id: platformId, id }: LogEntry): Hint => ({
  platformId,
  topic: 'request',
  resourceId: id,
  key: id,
});

/** Built when the request ends, so that waiting lines take no more memory than their rows. */
const toRow = (request: RequestLogLine) => ({
  platform_id: request.platformId,
  id: request.id,
  at: request.at,
  method: request.method,
  path: request.path.slice(0, MAX_PATH),
  route: request.route,
  status: request.status,
  code: request.code ?? null,
  duration_ms: Math.round(request.durationMs * 100) / 100,
  token_id: request.tokenId,
  idempotency_key: request.idempotencyKey?.slice(0, MAX_KEY) ?? null,
  is_replay: request.isReplay,
  warnings: request.warnings?.map(({ field, message }) => ({ field, message })) ?? null,
  request_body: bounded(request.requestBody),
  response_body: bounded(request.responseBody),
  resource_ids: resourceIdsOf(request.path, request.responseBody),
  field: request.status < 400 ? null : firstInvalidField(request.responseBody),
});

function bounded(body: unknown): unknown {
  const { length } = JSON.stringify(body) ?? '';
  return length > MAX_BODY ? `[${length} characters, too long to keep]` : (body ?? null);
}
