-- Idempotent responses and the request log.
-- Neither table has a foreign key to platforms: payments write both, and the ledger audit checks platform_id
-- (ledger/invariants.ts).

-- An idempotency record is the stored response to a request with an Idempotency-Key.
CREATE TABLE idempotency_records (
  platform_id text NOT NULL,
  key         text NOT NULL,
  fingerprint text NOT NULL,
  status      smallint NOT NULL,
  body        text NOT NULL,
  is_sealed   boolean NOT NULL,
  expires_at  timestamptz NOT NULL,
  CONSTRAINT idempotency_records_pkey PRIMARY KEY (platform_id, key)
) WITH (
  autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.05
);
CREATE INDEX idempotency_records_expiry ON idempotency_records (platform_id, expires_at);

-- The request log stores every request to the API with its masked bodies.
CREATE TABLE request_log (
  platform_id     text NOT NULL,
  id              text NOT NULL,
  at              timestamptz NOT NULL,
  method          text NOT NULL,
  path            text NOT NULL,
  route           text NOT NULL,
  status          smallint NOT NULL,
  code            text,
  duration_ms     real NOT NULL,
  token_id        text,
  idempotency_key text,
  is_replay       boolean NOT NULL,
  request_body    jsonb,
  response_body   jsonb,
  -- Violations that strict handling would have rejected, as {field, message}.
  warnings        jsonb,
  PRIMARY KEY (platform_id, id)
);
