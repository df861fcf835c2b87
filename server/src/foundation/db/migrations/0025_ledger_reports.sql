-- Reports of the ledger.

-- A ledger check run is the last run of the checks over the books of a platform.
CREATE TABLE ledger_check_runs (
  platform_id  text PRIMARY KEY REFERENCES platforms (id),
  id           text NOT NULL,
  requested_at timestamptz NOT NULL,
  finished_at  timestamptz,
  results      jsonb
);
