import type { Database } from '../../foundation/db/database.ts';
import { deleteInPortions } from '../../foundation/db/portions.ts';
import { rows, sql } from '../../foundation/db/sql.ts';
import { MINUTE_MS, SECOND_MS, wallMs } from '../../foundation/kernel/clock.ts';
import type { FieldError } from '../../foundation/kernel/errors.ts';
import { emitHints, type Hint } from '../../foundation/kernel/hints.ts';
import { earliestUuid } from '../../foundation/kernel/ids.ts';
import { blocksOf, insertionOf, type LogEntry, lineText } from './block.ts';
import { compact } from './compaction.ts';
import { firstInvalidField } from './invalid-field.ts';
import { insertLate } from './late-lines.ts';
import { resourceIdsOf } from './logged-resources.ts';

/** A lone line is written soon. While lines are frequent they are gathered longer, because a block of many is smaller. */
const PAUSE_MS = 50;
const GATHER_MS = 500;
const FREQUENT = 4;
/** Lines that are written at once, in at least `PAUSE_MS`, so that the log never slows the service. */
const PORTION = 64;
/** Further lines are dropped. */
const MAX_WAITING = 256;
/** A block holds at most this part of the log, so that removing whole blocks is precise. */
const BLOCK_SHARE = 100;
/** A page reads the summaries of a log of a million lines in a few milliseconds. Fewer blocks are read as fast without. */
const SUMMARY_LINES = 4_096;
const LEAST_SUMMARY_BLOCKS = 8;
/**
 * Lines of slow requests are written long after their ids were generated, when their part of the log may be summarized.
 * In between, `SETTLED_MS` exceeds the longest statement and the difference of the clocks of two servers.
 */
const LATE_MS = 10 * SECOND_MS;
const SETTLED_MS = 2 * MINUTE_MS;
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
  responseBytes?: number | undefined;
  /** Both bodies are without secrets and personal data. That of a successful read is not kept. */
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
  readonly #maxLines: number;
  #waiting: LogEntry[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isFrequent = false;
  #writing: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#maxLines = Math.min(Math.max(Math.floor(options.keep / BLOCK_SHARE), 1), PORTION);
  }

  /** `describe` is called only if the line is not dropped. */
  add(describe: () => RequestLogLine): void {
    if (this.#waiting.length >= MAX_WAITING) {
      this.#options.onDropped(1);
      return;
    }
    const line = describe();
    this.#options.onRequest?.(line);
    this.#waiting.push(toEntry(line));
    if (!this.#writing && (!this.#timer || this.#waiting.length === PORTION)) this.#schedule();
  }

  /** Writes all waiting lines. */
  flush(): Promise<void> {
    return this.#writeSome(MAX_WAITING);
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const pause = this.#isFrequent && this.#waiting.length < PORTION ? GATHER_MS : PAUSE_MS;
    this.#timer = setTimeout(() => void this.#writeSome(PORTION), pause);
  }

  /** Writes one portion at a time, so that statements do not pile up while the database is slow. */
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

  async #write(batch: LogEntry[]): Promise<void> {
    const blocks = blocksOf(batch, this.#maxLines);
    const { db } = this.#options;
    const newest = earliestUuid(new Date(wallMs() - LATE_MS));
    if (blocks.every(({ firstId }) => firstId >= newest)) await db.write(insertionOf(blocks));
    else await insertLate(db, blocks);
    emitHints(db.signals, () => batch.filter(({ path }) => !isObservation(path)).map(hintOf));
  }

  /** Merges small blocks and summarizes the log, once no statement that is under way can add to it. */
  async compact(): Promise<void> {
    const { db, keep } = this.#options;
    if (this.#maxLines === 1) return;
    const lines = Math.min(Math.floor(keep / BLOCK_SHARE), SUMMARY_LINES);
    await compact(db, {
      maxLines: this.#maxLines,
      summaryLines: lines >= LEAST_SUMMARY_BLOCKS * PORTION ? lines : undefined,
      before: earliestUuid(new Date(wallMs() - SETTLED_MS)),
    });
  }

  /** Deletes the blocks of each platform that are older than the lines to keep, those of a summary together. */
  async prune(): Promise<void> {
    const { db, keep } = this.#options;
    const surplus = await db.read(sql`
      SELECT p.id AS platform_id, COALESCE(spanning.after_id, b.last_id) AS last_id FROM platforms p CROSS JOIN LATERAL (
        SELECT last_id FROM (
          SELECT last_id, sum(line_count) OVER (ORDER BY last_id DESC) - line_count AS newer
          FROM request_log_blocks WHERE platform_id = p.id
        ) counted WHERE newer >= ${keep} ORDER BY last_id DESC LIMIT 1
      ) b LEFT JOIN request_log_summaries spanning
        ON spanning.platform_id = p.id AND spanning.last_id > b.last_id AND spanning.after_id < b.last_id`);
    for (const table of [sql`request_log_summaries`, sql`request_log_blocks`]) {
      await deleteInPortions(
        db,
        table,
        (portion) => sql`
        SELECT b.ctid FROM ${rows(surplus)} AS s(platform_id text, last_id uuid)
        CROSS JOIN LATERAL (
          SELECT ctid FROM ${table} WHERE platform_id = s.platform_id AND last_id <= s.last_id
          ORDER BY last_id LIMIT ${portion}
        ) b`,
      );
    }
  }
}

const hintOf = ({ platformId, id }: LogEntry): Hint => ({ platformId, topic: 'request', resourceId: id, key: id });

/** Built when the request ends, so that waiting lines take no more memory than their texts. */
function toEntry(request: RequestLogLine): LogEntry {
  const line = {
    id: request.id,
    at: request.at,
    method: request.method,
    path: request.path.slice(0, MAX_PATH),
    route: request.route,
    status: request.status,
    code: request.code ?? null,
    durationMs: Math.round(request.durationMs * 100) / 100,
    tokenId: request.tokenId,
    idempotencyKey: request.idempotencyKey?.slice(0, MAX_KEY) ?? null,
    isReplay: request.isReplay,
    warnings: request.warnings?.map(({ field, message }) => ({ field, message })) ?? null,
    resourceIds: resourceIdsOf(request.path, request.responseBody),
    field: request.status < 400 ? null : firstInvalidField(request.responseBody),
    responseBytes: request.responseBytes ?? null,
  };
  const text = lineText(line, bounded(request.requestBody), bounded(request.responseBody));
  return { platformId: request.platformId, ...line, text };
}

function bounded(body: unknown): string {
  const text = JSON.stringify(body) ?? 'null';
  return text.length > MAX_BODY ? `"[${text.length} characters, too long to keep]"` : text;
}
