-- The request log: every request to the API with its masked bodies, in compressed blocks.

-- A block holds lines of one platform whose ids lie within two seconds (request-log/block.ts has the format of lines).
-- No foreign key to platforms: payments write blocks, and the ledger audit checks platform_id (ledger/invariants.ts).
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
  -- Merged blocks span any time, but never overlap each other: the first that ends behind an id is the only one around it.
  is_merged   boolean NOT NULL DEFAULT false,
  PRIMARY KEY (platform_id, last_id)
);
-- Compressed already.
ALTER TABLE request_log_blocks ALTER COLUMN lines SET STORAGE EXTERNAL;
ALTER TABLE request_log_blocks ALTER COLUMN resources SET STORAGE EXTERNAL;
CREATE INDEX request_log_blocks_merged ON request_log_blocks (platform_id, last_id) WHERE is_merged;

-- A summary covers consecutive blocks, those whose last_id is behind after_id and up to last_id, as the columns of a block do.
CREATE TABLE request_log_summaries (
  platform_id text NOT NULL REFERENCES platforms (id),
  last_id     uuid NOT NULL,
  after_id    uuid NOT NULL,
  first_id    uuid NOT NULL,
  first_at    timestamptz NOT NULL,
  last_at     timestamptz NOT NULL,
  line_count  integer NOT NULL,
  error_count integer NOT NULL,
  groups      jsonb NOT NULL,
  resources   bytea,
  PRIMARY KEY (platform_id, last_id)
);
-- Filters read single bytes of it.
ALTER TABLE request_log_summaries ALTER COLUMN resources SET STORAGE EXTERNAL;

-- Progress of the compaction: blocks up to merged_to are not merged again, those up to summarized_to are summarized. The
-- row is also the lock of both.
CREATE TABLE request_log_progress (
  platform_id   text PRIMARY KEY REFERENCES platforms (id),
  merged_to     uuid NOT NULL,
  summarized_to uuid NOT NULL
);
