-- The timeline of a payment: its finished jobs, the reports of its rails, and lookups by resource.

-- A job run is one finished try of a job that concerns a payment.
-- No foreign key to platforms: payments write job runs, and nothing is derived from them.
CREATE TABLE job_runs (
  -- UUID of version 7: the start in real time.
  id          uuid NOT NULL,
  -- Start on the clock of the platform.
  at          timestamptz NOT NULL,
  duration_ms real NOT NULL,
  try         smallint NOT NULL,
  platform_id text NOT NULL,
  resource_id text NOT NULL,
  kind        text NOT NULL,
  outcome     text NOT NULL CHECK (outcome IN ('DONE', 'RETRY', 'DEAD')),
  error       text,
  -- Ids of resources are time-ordered, so housekeeping finds old runs without another index.
  PRIMARY KEY (platform_id, resource_id, id)
);

-- Reports of rails that changed the transaction, oldest first, each with the sandbox rule that selected it.
ALTER TABLE transactions ADD COLUMN rail_reports jsonb;

-- Quote that a message authorizes.
ALTER TABLE messages ADD COLUMN resource_id text;
CREATE INDEX messages_of_resource ON messages (platform_id, resource_id) WHERE resource_id IS NOT NULL;
