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

/** Columns other than the JSON texts. */
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

/** A row to insert. Bodies are serialized before they wait, so that they take no more memory than their text. */
export interface LogEntry {
  line: RecordOf<typeof requestLog>;
  /** JSON text like the bodies; `null` if there are no warnings. */
  warnings: string;
  requestBody: string;
  responseBody: string;
}

const textsOf = (name: 'warnings' | 'requestBody' | 'responseBody'): Sql =>
  laterTexts((entries: readonly LogEntry[]) => entries.map((e) => e[name]));

/** Bodies have type json instead of jsonb, which is larger and rejects some escapes. */
export const insertion = sql`
  INSERT INTO request_log (${requestLog.columns}, warnings, request_body, response_body)
  SELECT ${requestLog.columns}, NULLIF(warnings, 'null')::json, NULLIF(request_body, 'null')::json,
    NULLIF(response_body, 'null')::json
  FROM ROWS FROM (
    ${textsOf('warnings')}, ${textsOf('requestBody')}, ${textsOf('responseBody')},
    ${laterRows((entries: readonly LogEntry[]) => entries.map(({ line }) => requestLog.toRow(line)))} AS (${requestLog.rowType})
  ) AS r(warnings, request_body, response_body, item, ${requestLog.columns})`;

const listed = requestLog.without('platformId', 'field');

/** Columns shown in lists. */
export const listedColumns = sql`${listed.columns}, warnings`;

export type ListedRow = RowOf<typeof listed> & { warnings: unknown };

/** Omits members whose value is null. */
export function requestJson({ warnings, ...row }: ListedRow): object {
  const { responseBytes, resourceIds, ...line } = listed.fromRow(row);
  const members = { ...line, warnings, resourceIds, responseBytes };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}
