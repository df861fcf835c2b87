-- A log of a million requests pages as fast as a short one: small blocks are merged, and parts of the log are summarized
-- (request-log/compaction.ts).

-- Merged blocks span any time, but never overlap each other: the first that ends behind an id is the only one around it.
ALTER TABLE request_log_blocks ADD COLUMN is_merged boolean NOT NULL DEFAULT false;
CREATE INDEX request_log_blocks_merged ON request_log_blocks (platform_id, last_id) WHERE is_merged;

-- Consecutive blocks, those whose last_id is behind after_id and up to last_id, with the summary that a block has.
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

-- Blocks up to merged_to are not merged again, those up to summarized_to are summarized. The row is also the lock of both.
CREATE TABLE request_log_progress (
  platform_id   text PRIMARY KEY REFERENCES platforms (id),
  merged_to     uuid NOT NULL,
  summarized_to uuid NOT NULL
);
