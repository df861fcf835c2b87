import { laterRows, laterTexts, type Sql, sql } from '../../foundation/db/sql.ts';
import {
  boolean,
  integer,
  nullable,
  type RecordOf,
  type RowOf,
  real,
  smallint,
  table,
  text,
  textArray,
  timestamptz,
  uuid,
} from '../../foundation/db/table.ts';

/** Columns without the JSON texts. */
export const requestLog = table('request_log', {
  platformId: uuid(),
  id: uuid(),
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
  resourceIds: nullable(textArray()),
  field: nullable(text()),
  responseBytes: nullable(integer()),
});

/** A row that waits to be inserted. Bodies wait as JSON texts, so that they take no more memory than these. */
export interface LogEntry {
  line: RecordOf<typeof requestLog>;
  /** `null` where there are none, as in bodies. */
  warnings: string;
  requestBody: string;
  responseBody: string;
}

const textsOf = (name: 'warnings' | 'requestBody' | 'responseBody'): Sql =>
  laterTexts((entries: readonly LogEntry[]) => entries.map((e) => e[name]));

/** Bodies are json rather than jsonb: it is smaller and accepts every escape. */
export const insertion = sql`
  INSERT INTO request_log (${requestLog.columns}, warnings, request_body, response_body)
  SELECT ${requestLog.columns}, NULLIF(warnings, 'null')::json, NULLIF(request_body, 'null')::json,
    NULLIF(response_body, 'null')::json
  FROM ROWS FROM (
    ${textsOf('warnings')}, ${textsOf('requestBody')}, ${textsOf('responseBody')},
    ${laterRows((entries: readonly LogEntry[]) => entries.map(({ line }) => requestLog.toRow(line)))} AS (${requestLog.rowType})
  ) AS r(warnings, request_body, response_body, item, ${requestLog.columns})`;

const listed = requestLog.without('platformId', 'field');

/** Columns that lists show. */
export const listedColumns = sql`${listed.columns}, warnings`;

export type ListedRow = RowOf<typeof listed> & { warnings: unknown };

/** Omits members without a value. */
export function requestJson({ warnings, ...row }: ListedRow): object {
  const { responseBytes, resourceIds, ...line } = listed.fromRow(row);
  const members = { ...line, warnings, resourceIds, responseBytes };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}
