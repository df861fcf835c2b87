-- Stored responses.

-- An idempotency record is the stored response to a request with an Idempotency-Key. No foreign key to platforms,
-- because payments write records; the ledger audit checks platform_id instead (ledger/invariants.ts).
CREATE TABLE idempotency_records (
  platform_id  text NOT NULL,
  key          text NOT NULL,
  -- 132 bits of a hash of the request, in base64url.
  fingerprint  text NOT NULL,
  status       smallint NOT NULL,
  -- The response as it was sent, or sealed; empty for one that is rebuilt.
  body         text NOT NULL,
  is_sealed    boolean NOT NULL,
  expires_at   timestamptz NOT NULL,
  -- Reference to a resource from which exactly the same response is rebuilt.
  rebuilt_from text,
  -- API token that received a sealed response. The response is replayed to this token only.
  token_id     text,
  CONSTRAINT idempotency_records_pkey PRIMARY KEY (platform_id, key)
) WITH (
  autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.05
);
CREATE INDEX idempotency_records_expiry ON idempotency_records (uuid_of(platform_id), expires_at);
