-- The job queue.

-- A job is deferred work for the background workers.
-- No foreign key to platforms: payments write jobs, and the ledger audit checks platform_id (ledger/invariants.ts).
CREATE TABLE jobs (
  platform_id text NOT NULL,
  id          text NOT NULL,
  kind        text NOT NULL,
  resource_id text NOT NULL,
  payload     jsonb NOT NULL,
  state       text NOT NULL DEFAULT 'READY' CHECK (state IN ('READY', 'DEAD')),
  -- On the clock of the platform.
  run_at      timestamptz NOT NULL,
  -- The same moment in real time; changes when the clock of the platform is advanced.
  due_at      timestamptz NOT NULL,
  lease_until timestamptz,
  attempts    integer NOT NULL DEFAULT 0,
  last_error  text,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id)
) WITH (
  fillfactor = 80,
  -- Dead tuples of finished jobs slow down the search for the oldest: vacuum early, at full speed.
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_threshold = 500,
  autovacuum_vacuum_cost_delay = 0,
  autovacuum_analyze_scale_factor = 0.05
);
-- Workers claim jobs of all platforms in order of time.
CREATE INDEX jobs_due ON jobs (due_at) WHERE state = 'READY';
CREATE INDEX jobs_of_platform ON jobs (platform_id, state, run_at);
-- Operators list the dead jobs of all platforms.
CREATE INDEX jobs_dead ON jobs (id) WHERE state = 'DEAD';
