-- A CSV of customers on its way in. `processed` moves in the statement that creates the rows before it.
CREATE TABLE bulk_imports (
  platform_id  text NOT NULL REFERENCES platforms (id),
  id           text NOT NULL,
  blob_id      text NOT NULL,
  status       text NOT NULL CHECK (status IN ('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED')),
  total        bigint NOT NULL DEFAULT 0,
  processed    bigint NOT NULL DEFAULT 0,
  successful   bigint NOT NULL DEFAULT 0,
  failed       bigint NOT NULL DEFAULT 0,
  errors       jsonb NOT NULL DEFAULT '[]',
  created_at   timestamptz NOT NULL,
  completed_at timestamptz,
  PRIMARY KEY (platform_id, id)
) WITH (fillfactor = 70);
