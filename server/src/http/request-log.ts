import type { Database } from '../db/database.ts';
import { mapPage, type PageRequest, page } from '../db/page.ts';
import { deleteInPortions } from '../db/portions.ts';
import { rows, sql } from '../db/sql.ts';
import { ApiError } from '../kernel/errors.ts';
import { uuidPattern } from '../kernel/ids.ts';
import { redact, redactedWhole } from './redaction.ts';

/** Little and often: a hundred lines at once would hold up the requests of that moment. */
const PAUSE_MS = 50;
const PORTION = 20;
/** Where more come than are written, some are dropped, so that the log never slows the service. */
const MAX_WAITING = 100;
const MAX_PATH = 500;
const MAX_KEY = 255;
const MAX_BODY = 20_000;

export interface LoggedRequest {
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
  requestBody: unknown;
  /** The answer as it was sent. */
  responseText: string | undefined;
  /** The answer is a secret as a whole. */
  isSecret: boolean;
}

interface Options {
  db: Database;
  /** How many requests are kept per platform. */
  keep: number;
  onDropped: (count: number) => void;
}

/** The last requests of each platform, secrets removed: written in the background, bounded in memory and on disk. */
export class RequestLog {
  readonly #options: Options;
  #waiting: LogEntry[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  /** `describe` is asked only where there is room. */
  add(describe: () => LoggedRequest): void {
    if (this.#waiting.length >= MAX_WAITING) {
      this.#options.onDropped(1);
      return;
    }
    this.#waiting.push(toRow(describe()));
    this.#timer ??= this.#later();
  }

  /** Writes all that waits. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#writeSome(MAX_WAITING);
  }

  #later(): NodeJS.Timeout {
    return setTimeout(() => void this.#writeSome(PORTION), PAUSE_MS);
  }

  /** The next portion waits for this one: what a stalled database does not take must not pile up here. */
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
      INSERT INTO request_log (platform_id, id, at, method, path, route, status, code, duration_ms, token_id,
        idempotency_key, is_replay, request_body, response_body)
      SELECT * FROM ${rows(batch)} AS r(platform_id text, id text, at timestamptz, method text, path text,
        route text, status smallint, code text, duration_ms real, token_id text, idempotency_key text,
        is_replay boolean, request_body jsonb, response_body jsonb)`);
  }

  /** Keeps the newest of each platform; called now and then by housekeeping. */
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

export interface RequestFilter extends PageRequest {
  status?: number | undefined;
  path?: string | undefined;
}

export async function listRequests(db: Database, platformId: string, { status, path, ...request }: RequestFilter) {
  const where = [
    sql`platform_id = ${platformId}`,
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(path === undefined ? [] : [sql`starts_with(path, ${path})`]),
  ];
  const found = await page<LogRow>(db, {
    keys: uuidPattern,
    select: summaryColumns,
    from: sql`FROM request_log`,
    where,
    request,
  });
  return mapPage(found, summaryJson);
}

export async function getRequest(db: Database, platformId: string, id: string) {
  const [row] = await db.read<LogRow>(sql`
    SELECT ${summaryColumns}, request_body, response_body FROM request_log
    WHERE platform_id = ${platformId} AND id = ${id}`);
  if (!row) throw new ApiError('REFERENCE_NOT_FOUND', 'There is no such request in the log.');
  return { ...summaryJson(row), requestBody: row.request_body, responseBody: row.response_body };
}

const summaryColumns = sql`id, at, method, path, route, status, code, duration_ms, token_id, idempotency_key, is_replay`;

interface LogRow {
  id: string;
  at: Date;
  method: string;
  path: string;
  route: string;
  status: number;
  code: string | null;
  duration_ms: number;
  token_id: string;
  idempotency_key: string | null;
  is_replay: boolean;
  request_body: unknown;
  response_body: unknown;
}

const summaryJson = (row: LogRow) => ({
  id: row.id,
  at: row.at,
  method: row.method,
  path: row.path,
  route: row.route,
  status: row.status,
  ...(row.code && { code: row.code }),
  durationMs: row.duration_ms,
  tokenId: row.token_id,
  ...(row.idempotency_key && { idempotencyKey: row.idempotency_key }),
  isReplay: row.is_replay,
});

type LogEntry = ReturnType<typeof toRow>;

/** Made when the request ends, so that what waits to be written is as small as what is written. */
const toRow = (request: LoggedRequest) => ({
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
  request_body: bounded(redact(request.requestBody)),
  response_body: request.isSecret ? redactedWhole : answered(request.responseText),
});

/** What is short as it was sent is not measured again. */
function answered(text = 'null'): unknown {
  const shown = redact(JSON.parse(text));
  return text.length > MAX_BODY ? bounded(shown) : shown;
}

function bounded(body: unknown): unknown {
  const { length } = JSON.stringify(body) ?? '';
  return length > MAX_BODY ? `[${length} characters, too long to keep]` : (body ?? null);
}
