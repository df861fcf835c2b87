-- Requests in compressed blocks: a line alone took 2.7 kB of WAL with its indexes, in a block it takes a tenth.

-- A block holds lines of one platform whose ids lie within two seconds (request-log/block.ts has the format of lines).
-- No foreign key to platforms, as in 0004_http.sql.
CREATE TABLE request_log_blocks (
  platform_id text NOT NULL,
  last_id     uuid NOT NULL,
  first_id    uuid NOT NULL,
  first_at    timestamptz NOT NULL,
  last_at     timestamptz NOT NULL,
  line_count  smallint NOT NULL,
  error_count smallint NOT NULL,
  -- Lines with equal method, route, status, code, field and token: their number and the common beginning of their paths.
  groups      jsonb NOT NULL,
  -- Bloom filter of the resources that the lines name (request-log/resource-filter.ts); null if unknown.
  resources   bytea,
  lines       bytea NOT NULL,
  PRIMARY KEY (platform_id, last_id)
);
-- Compressed already.
ALTER TABLE request_log_blocks ALTER COLUMN lines SET STORAGE EXTERNAL;
ALTER TABLE request_log_blocks ALTER COLUMN resources SET STORAGE EXTERNAL;

-- The newest 10,000 lines of each platform are kept, those of one second in a block.
INSERT INTO request_log_blocks
SELECT platform_id, max(id::text)::uuid, min(id::text)::uuid, min(at), max(at), count(*), count(*) FILTER (WHERE status >= 400),
  jsonb_agg(jsonb_strip_nulls(jsonb_build_object('method', method, 'route', route, 'status', status, 'code', code,
    'field', field, 'tokenId', token_id, 'path', path, 'count', 1,
    'firstAt', CASE WHEN status >= 400 THEN at END, 'lastAt', CASE WHEN status >= 400 THEN at END,
    'lastId', CASE WHEN status >= 400 THEN id END))),
  NULL,
  '\x00'::bytea || convert_to(string_agg(jsonb_build_array(id, floor(extract(epoch FROM at) * 1000)::bigint, method, path,
    route, status, code, duration_ms, COALESCE(token_id, ''), idempotency_key, is_replay::int, warnings, resource_ids,
    field, request_body, response_body)::text, E'\n' ORDER BY id), 'UTF8')
FROM (
  SELECT *, row_number() OVER (PARTITION BY platform_id ORDER BY id DESC) AS newest FROM request_log
) AS line
WHERE newest <= 10000
GROUP BY platform_id, ('x' || substr(id, 1, 8) || substr(id, 10, 4))::bit(48)::bigint / 1000;

DROP TABLE request_log;
