-- The job queue.

-- A job is deferred work for the background workers. No foreign key to platforms, because payments write jobs; the
-- ledger audit checks platform_id instead (ledger/invariants.ts).
CREATE TABLE jobs (
  platform_id text NOT NULL,
  id          text NOT NULL,
  kind        text NOT NULL,
  resource_id text NOT NULL,
  payload     jsonb NOT NULL,
  state       text NOT NULL DEFAULT 'READY' CHECK (state IN ('READY', 'DEAD')),
  -- Due time on the clock of the platform.
  run_at      timestamptz NOT NULL,
  -- Due time in real time. Changes when the clock of the platform is advanced.
  due_at      timestamptz NOT NULL,
  lease_until timestamptz,
  attempts    integer NOT NULL DEFAULT 0,
  last_error  text,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id)
) WITH (
  fillfactor = 80,
  -- Dead tuples of finished jobs slow down the search for the oldest job: vacuum early, at full speed.
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_threshold = 500,
  autovacuum_vacuum_cost_delay = 0,
  autovacuum_analyze_scale_factor = 0.05
);
-- Workers claim jobs of all platforms in order of time.
CREATE INDEX jobs_due ON jobs (due_at) WHERE state = 'READY';
-- Operators list the dead jobs of all platforms.
CREATE INDEX jobs_dead ON jobs (id) WHERE state = 'DEAD';
-- Operators count, list and retry the dead jobs of a kind.
CREATE INDEX jobs_dead_of_kind ON jobs (kind, id) WHERE state = 'DEAD';
CREATE INDEX jobs_of_platform ON jobs (uuid_of(platform_id), run_at) WHERE state = 'READY';

-- A job run is one finished attempt of a job that concerns a payment. Partitioned by time (db/periods.ts): ids are
-- UUIDs of version 7, so a range of ids is a range of times. No foreign key to platforms, because payments write job
-- runs and nothing is derived from them.
CREATE TABLE job_runs (
  -- UUID of version 7 made from the start in real time.
  id          uuid NOT NULL,
  -- Start on the clock of the platform.
  at          timestamptz NOT NULL,
  duration_ms real NOT NULL,
  try         smallint NOT NULL,
  platform_id text NOT NULL,
  resource_id text NOT NULL,
  kind        text NOT NULL,
  outcome     text NOT NULL CHECK (outcome IN ('DONE', 'RETRY', 'DEAD')),
  error       text
) PARTITION BY RANGE (id);
-- Contains rows whose time has no partition.
CREATE TABLE job_runs_default PARTITION OF job_runs DEFAULT;
CREATE UNIQUE INDEX job_runs_key ON job_runs (uuid_of(platform_id), uuid_of(resource_id), id);
-- Without statistics the planner assumes a share of the table. With them it expects one row for a platform newer than
-- the statistics, and for a lookup by id may prefer any index that begins with platform_id.
ALTER TABLE job_runs ALTER COLUMN platform_id SET STATISTICS 0;
