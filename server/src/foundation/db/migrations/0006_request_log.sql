-- The request log.

-- UUIDs of ids of the form `<Type>:<uuid>`, for an index in a third of the bytes. A quote and its transaction have the same.
CREATE FUNCTION uuids_of(ids text[]) RETURNS uuid[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
$$ SELECT ARRAY(SELECT split_part(id, ':', 2)::uuid FROM unnest(ids) AS id) $$;

-- A row of the request log is one request to the API with its masked bodies. The table is divided by time, together with
-- events (db/periods.ts).
-- No foreign key to platforms: the ledger audit checks platform_id (ledger/invariants.ts).
CREATE TABLE request_log (
  platform_id     uuid NOT NULL,
  -- X-Request-Id, a UUID of version 7.
  id              uuid NOT NULL,
  -- Arrival of the request on the clock of the server. The id is generated a little before.
  at              timestamptz NOT NULL,
  duration_ms     real NOT NULL,
  -- Size of the body of the response; null for files and for no body.
  response_bytes  integer,
  status          smallint NOT NULL,
  -- A stored response was returned.
  is_replay       boolean NOT NULL,
  method          text NOT NULL,
  -- Path and query without secrets.
  path            text NOT NULL,
  -- Path template of the operation, such as /quotes/{quoteId}.
  route           text NOT NULL,
  -- Empty for entries that the service adds itself.
  token_id        text NOT NULL,
  -- Error code of a rejected request.
  code            text,
  -- First invalid field of a rejected request, by which errors are grouped.
  field           text,
  idempotency_key text,
  -- Ids that the request named in its path or got in its response; null if none.
  resource_ids    text[],
  -- Violations that strict handling would have rejected, as {field, message}.
  warnings        json,
  -- Masked bodies of writes and of rejected requests; null for successful reads. json takes fewer bytes than jsonb, and
  -- accepts the escapes that jsonb cannot store.
  request_body    json,
  response_body   json,
  CONSTRAINT request_log_pkey PRIMARY KEY (platform_id, id)
) PARTITION BY RANGE (id);
-- Takes the rows of a time without a partition. Each partition has the options of this one.
CREATE TABLE request_log_default PARTITION OF request_log DEFAULT WITH (
  autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.05
);
-- Errors are rare: other requests do not write to this index (request-log/filters.ts).
CREATE INDEX request_log_errors ON request_log (platform_id, id) WHERE status >= 400 OR code IS NOT NULL;
CREATE INDEX request_log_routes ON request_log (platform_id, route, id);
-- GIN cannot begin with the platform, and ids are unique beyond it. New entries are collected in a list of at most 128 kB,
-- which a lookup reads; without the list a payment writes 0.9 kB of WAL more.
CREATE INDEX request_log_resources ON request_log USING gin (uuids_of(resource_ids))
  WITH (fastupdate = on, gin_pending_list_limit = 128) WHERE resource_ids IS NOT NULL;
-- As for events (0007_webhooks.sql).
ALTER TABLE request_log ALTER COLUMN platform_id SET STATISTICS 0;
