-- The request log.

-- UUIDs of ids (`<Type>:<uuid>`), to make the index smaller. A quote and its transaction have the same UUID.
CREATE FUNCTION uuids_of(ids text[]) RETURNS uuid[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
$$ SELECT ARRAY(SELECT split_part(id, ':', 2)::uuid FROM unnest(ids) AS id) $$;

-- A row of the request log is one request to the API with its masked bodies. Partitioned by time, together with events
-- (db/periods.ts). No foreign key to platforms; the ledger audit checks platform_id (ledger/invariants.ts).
CREATE TABLE request_log (
  platform_id     uuid NOT NULL,
  -- X-Request-Id, a UUID of version 7.
  id              uuid NOT NULL,
  -- Arrival of the request on the clock of the server. Slightly later than the time in the id.
  at              timestamptz NOT NULL,
  duration_ms     real NOT NULL,
  -- Size of the response body; null for files and for responses without a body.
  response_bytes  integer,
  status          smallint NOT NULL,
  -- True if a stored response was replayed.
  is_replay       boolean NOT NULL,
  method          text NOT NULL,
  -- Path and query without secrets.
  path            text NOT NULL,
  -- Path template of the operation, such as /quotes/{quoteId}.
  route           text NOT NULL,
  -- Empty for entries that the service writes itself.
  token_id        text NOT NULL,
  -- Error code of a rejected request.
  code            text,
  -- First invalid field of a rejected request. Errors are grouped by it.
  field           text,
  idempotency_key text,
  -- Ids in the path of the request or in its response; null if there are none.
  resource_ids    text[],
  -- Violations that strict handling would have rejected, as {field, message}.
  warnings        json,
  -- Masked bodies of writes and rejected requests; null for successful reads. Type json, because it takes fewer bytes
  -- than jsonb and accepts escapes that jsonb cannot store.
  request_body    json,
  response_body   json,
  CONSTRAINT request_log_pkey PRIMARY KEY (platform_id, id)
) PARTITION BY RANGE (id);
-- Contains rows whose time has no partition. New partitions copy its storage options.
CREATE TABLE request_log_default PARTITION OF request_log DEFAULT WITH (
  autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.05
);
-- Small, because errors are rare: successful requests do not write to this index (request-log/filters.ts).
CREATE INDEX request_log_errors ON request_log (platform_id, id) WHERE status >= 400 OR code IS NOT NULL;
CREATE INDEX request_log_routes ON request_log (platform_id, route, id);
-- Omits the platform, because GIN cannot begin with it and ids are unique across platforms. New entries wait in a list
-- of at most 128 kB, which lookups read; without it a payment writes 0.9 kB more WAL.
CREATE INDEX request_log_resources ON request_log USING gin (uuids_of(resource_ids))
  WITH (fastupdate = on, gin_pending_list_limit = 128) WHERE resource_ids IS NOT NULL;
-- Without statistics for the same reason as events (0007_webhooks.sql).
ALTER TABLE request_log ALTER COLUMN platform_id SET STATISTICS 0;
