-- Webhooks: endpoints, events and their delivery, listeners of the sandbox, and signing keys.
--
-- The tables of events and their delivery store platform and event ids (`Platform:<uuid>`, `Webhook:<uuid>`) as UUIDs,
-- which halves the size of keys and indexes.

-- A webhook endpoint is the URL that receives the events of a platform. Its times are in real time, not on the sandbox
-- clock.
CREATE TABLE webhook_endpoints (
  platform_id     text PRIMARY KEY REFERENCES platforms (id),
  url             text NOT NULL,
  state           text NOT NULL DEFAULT 'ACTIVE' CHECK (state IN ('ACTIVE', 'DISABLED')),
  -- Time of the first failed attempt after the last successful attempt.
  failing_since   timestamptz,
  disabled_at     timestamptz,
  disabled_reason text,
  -- Process that delivers to this endpoint. Only one at a time, because it keeps order and concurrency in memory.
  lease_holder    text,
  lease_until     timestamptz
) WITH (fillfactor = 50);
CREATE INDEX webhook_endpoints_leased ON webhook_endpoints (platform_id) WHERE lease_holder IS NOT NULL;

-- An event is one webhook. Its bytes are rebuilt from these columns, which never change (webhooks/stored-event.ts).
-- Partitioned by time (db/periods.ts): ids are UUIDs of version 7, so a range of ids is a range of times. No foreign
-- key to platforms, because payments write events; the ledger audit checks platform_id instead (ledger/invariants.ts).
CREATE TABLE events (
  -- Position among the events of one resource.
  sequence    bigint NOT NULL,
  created_at  timestamptz NOT NULL,
  -- Transaction that wrote the event; orders the event log. An event may be committed after one with a greater id, so
  -- readers stop before the oldest transaction in progress and thereby miss none.
  written_in  xid8 DEFAULT pg_current_xact_id(),
  platform_id uuid NOT NULL,
  id          uuid NOT NULL,
  type        text NOT NULL,
  resource_id text NOT NULL,
  -- JSON of `data`, compressed by zlib if it is long (db/compressed-json.ts).
  data        bytea NOT NULL,
  -- Balances for the tokens in the JSON; null if it has none.
  balance     text,
  PRIMARY KEY (platform_id, id)
) PARTITION BY RANGE (id);
-- Contains rows whose time has no partition. New partitions copy its storage options.
CREATE TABLE events_default PARTITION OF events DEFAULT WITH (
  -- At the default of 20 % a table of this size would collect millions of dead tuples.
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);
-- Rare types, such as failures and refunds. Lists filtered by a frequent type scan the primary key.
CREATE INDEX events_rare ON events (platform_id, type, id)
  WHERE type NOT IN ('OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.PROCESSING', 'OUTGOING_PAYMENT.COMPLETED',
    'INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.COMPLETED', 'INTERNAL_ACCOUNT.BALANCE_UPDATED');
-- Per partition, because a unique index on a partitioned table would have to contain the id.
CREATE UNIQUE INDEX events_default_sequence ON events_default (platform_id, uuid_of(resource_id), sequence);
-- Without statistics the planner assumes a share of the table. With them it expects one row for a platform newer than
-- the statistics, and for a lookup by id may prefer any index that begins with platform_id.
ALTER TABLE events ALTER COLUMN platform_id SET STATISTICS 0;

-- A pending delivery is an event that waits for its first attempt, in the order of its resource.
CREATE TABLE pending_deliveries (
  platform_id uuid NOT NULL,
  event_id    uuid NOT NULL,
  PRIMARY KEY (platform_id, event_id)
) WITH (
  -- Rows are deleted soon, so the size of the table does not reflect the number of dead rows.
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 5000
);

-- A delivery state is stored for an event that was delayed, redelivered, sent directly by a request, or that failed. An
-- event without a state and without a pending delivery is delivered if one of its attempts arrived, otherwise skipped.
CREATE TABLE delivery_states (
  platform_id uuid NOT NULL,
  event_id    uuid NOT NULL,
  sequence    bigint NOT NULL,
  due_at      timestamptz,
  gives_up_at timestamptz,
  -- Number of attempts in all rounds.
  attempts    integer NOT NULL DEFAULT 0,
  -- Number of attempts in the current round. Each redelivery starts a round.
  tries       smallint NOT NULL DEFAULT 0,
  status      text NOT NULL CHECK (status IN ('WAITING', 'REDELIVERING', 'DIRECT', 'FAILED')),
  resource_id text NOT NULL,
  PRIMARY KEY (platform_id, event_id)
) WITH (fillfactor = 80);
CREATE INDEX delivery_states_due ON delivery_states (platform_id, due_at) WHERE status IN ('WAITING', 'REDELIVERING');
-- Finds waiting deliveries, which delay later events of the same resource.
CREATE INDEX delivery_states_waiting ON delivery_states (platform_id, resource_id, sequence) WHERE status = 'WAITING';
CREATE INDEX delivery_states_failed ON delivery_states (platform_id, event_id) WHERE status = 'FAILED';

-- A resent event is a redelivered event. Listeners receive it in the order of the last redelivery (resent_in).
CREATE TABLE resent_events (
  platform_id uuid NOT NULL,
  event_id    uuid NOT NULL,
  resent_in   xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (platform_id, event_id)
);
CREATE INDEX resent_events_order ON resent_events (platform_id, resent_in);

-- A webhook attempt is one request to an endpoint and its response. Partitioned by time, together with events.
CREATE TABLE webhook_attempts (
  at          timestamptz NOT NULL,
  platform_id uuid NOT NULL,
  event_id    uuid NOT NULL,
  number      integer NOT NULL,
  latency_ms  real NOT NULL,
  -- HTTP status; null without a response.
  status      smallint,
  -- True if the status of the response acknowledges the event (webhooks/retry-schedule.ts).
  has_arrived boolean NOT NULL,
  url         text NOT NULL,
  error       text,
  -- First kilobyte of the response body.
  answer      text,
  PRIMARY KEY (platform_id, event_id, number)
) PARTITION BY RANGE (event_id);
CREATE TABLE webhook_attempts_default PARTITION OF webhook_attempts DEFAULT;
-- Attempts with a status other than success, which are rare. Successes are found by scanning the primary key.
CREATE INDEX webhook_attempts_answers ON webhook_attempts (platform_id, status, event_id)
  WHERE status NOT BETWEEN 200 AND 299;
-- Without statistics for the same reason as events.
ALTER TABLE webhook_attempts ALTER COLUMN platform_id SET STATISTICS 0;

-- A webhook hour counts the attempts per endpoint, hour (real time) and latency, so that the health of an endpoint is
-- read without its attempts. Bucket n holds latencies up to 1.15^n ms.
CREATE TABLE webhook_hours (
  platform_id text NOT NULL REFERENCES platforms (id),
  hour        timestamptz NOT NULL,
  bucket      smallint NOT NULL,
  delivered   integer NOT NULL,
  failed      integer NOT NULL,
  PRIMARY KEY (platform_id, hour, bucket)
) WITH (fillfactor = 70);

-- A webhook key signs events. A generation has one key per algorithm. All keys that are not retired sign, newest first.
CREATE TABLE webhook_keys (
  platform_id   text NOT NULL REFERENCES platforms (id),
  id            text NOT NULL,
  generation    integer NOT NULL,
  algorithm     text NOT NULL CHECK (algorithm IN ('ES256', 'ed25519', 'hmac-sha256')),
  -- Null if the key is a shared secret.
  public_key    text,
  secret_sealed text NOT NULL,
  created_at    timestamptz NOT NULL,
  retires_at    timestamptz,
  PRIMARY KEY (platform_id, id),
  CONSTRAINT webhook_keys_generation UNIQUE (platform_id, generation, algorithm)
);

-- A webhook listener of a sandbox platform receives signed events in addition to the endpoint, until its lease ends.
CREATE TABLE webhook_listeners (
  platform_id text NOT NULL REFERENCES platforms (id),
  id          text NOT NULL,
  created_at  timestamptz NOT NULL,
  -- End of the lease in real time.
  lease_until timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id)
);

-- An event sweep is the id up to which delivered events may be deleted. The ledger audit does not require older events.
CREATE TABLE event_sweeps (
  platform_id text PRIMARY KEY REFERENCES platforms (id),
  swept_to    text NOT NULL
);
