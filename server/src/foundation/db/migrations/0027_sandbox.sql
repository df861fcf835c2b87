-- Faults of sandbox platforms.

-- A fault disturbs the next requests of a sandbox platform to an operation, so that clients can test their retries.
CREATE TABLE sandbox_faults (
  platform_id text NOT NULL REFERENCES platforms (id),
  id          text NOT NULL,
  -- Null applies to every method.
  method      text,
  -- Path of an operation, with ids or as a template.
  path        text NOT NULL,
  times       integer NOT NULL CHECK (times > 0),
  remaining   integer NOT NULL CHECK (remaining BETWEEN 0 AND times),
  status      integer,
  -- Direction of the lost message.
  dropped     text CHECK (dropped IN ('REQUEST', 'ANSWER')),
  delay_ms    integer,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  CONSTRAINT one_disturbance CHECK (num_nonnulls(status, dropped, delay_ms) = 1)
);
