-- Webhooks: endpoints, events and their delivery, listeners of the sandbox, and signing keys.
--
-- Events and everything about their delivery refer to platforms and events by the UUIDs of their ids (`Platform:<uuid>`,
-- `Webhook:<uuid>`), which halves the keys and their indexes.

-- A webhook endpoint is the URL that receives the events of a platform. Its times are real time, not the clock of the
-- sandbox.
CREATE TABLE webhook_endpoints (
  platform_id     text PRIMARY KEY REFERENCES platforms (id),
  url             text NOT NULL,
  state           text NOT NULL DEFAULT 'ACTIVE' CHECK (state IN ('ACTIVE', 'DISABLED')),
  -- Time of the first failed attempt since the last successful one.
  failing_since   timestamptz,
  disabled_at     timestamptz,
  disabled_reason text,
  -- One process at a time delivers, because it keeps order and concurrency in memory.
  lease_holder    text,
  lease_until     timestamptz
) WITH (fillfactor = 50);
CREATE INDEX webhook_endpoints_leased ON webhook_endpoints (platform_id) WHERE lease_holder IS NOT NULL;

-- An event is one webhook. Its bytes are rebuilt from these columns (webhooks/stored-event.ts); no column ever changes.
-- The table is divided by time (db/periods.ts): the ids are UUIDs of version 7, so a range of ids is a range of times.
-- No foreign key to platforms: payments write events, and the ledger audit checks platform_id (ledger/invariants.ts).
CREATE TABLE events (
  -- Order among the events of one resource.
  sequence    bigint NOT NULL,
  created_at  timestamptz NOT NULL,
  -- Transaction that wrote the event: the order of the event log. Ids are generated before their transaction, so an event
  -- can be committed after one with a greater id; readers that stop before the oldest transaction in progress miss none.
  written_in  xid8 DEFAULT pg_current_xact_id(),
  platform_id uuid NOT NULL,
  id          uuid NOT NULL,
  type        text NOT NULL,
  resource_id text NOT NULL,
  -- JSON of `data`, compressed by zlib if it is long (db/compressed-json.ts).
  data        bytea NOT NULL,
  -- Balances that the JSON reports by token; null for events that report none.
  balance     text,
  PRIMARY KEY (platform_id, id)
) PARTITION BY RANGE (id);
-- Takes the rows of a time without a partition. Each partition has the options of this one.
CREATE TABLE events_default PARTITION OF events DEFAULT WITH (
  -- The default of 20 % means millions of dead tuples in a table of this size.
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);
-- Failures, refunds and other types that are rare. Lists filtered by a frequent type scan the primary key.
CREATE INDEX events_rare ON events (platform_id, type, id)
  WHERE type NOT IN ('OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.PROCESSING', 'OUTGOING_PAYMENT.COMPLETED',
    'INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.COMPLETED', 'INTERNAL_ACCOUNT.BALANCE_UPDATED');
-- Unique within each partition, because a key of the whole table would have to contain the id.
CREATE UNIQUE INDEX events_default_sequence ON events_default (platform_id, uuid_of(resource_id), sequence);
-- With statistics the planner expects one row of a platform that is newer than them, so that every index that begins with
-- platform_id looks as good for a lookup by id as the primary key. Without them it assumes a share of the table.
ALTER TABLE events ALTER COLUMN platform_id SET STATISTICS 0;

-- A pending delivery is an event that is to be sent, in the order of its resource, and was not attempted yet.
CREATE TABLE pending_deliveries (
  platform_id uuid NOT NULL,
  event_id    uuid NOT NULL,
  PRIMARY KEY (platform_id, event_id)
) WITH (
  -- Every row is deleted soon: the size of the table does not say how many dead ones there are.
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 5000
);

-- A delivery state is kept for an event that did not arrive at once: delayed, requested again, sent by a request, or failed.
-- An event with neither row is delivered if one of its attempts has arrived, and skipped otherwise.
CREATE TABLE delivery_states (
  platform_id uuid NOT NULL,
  event_id    uuid NOT NULL,
  sequence    bigint NOT NULL,
  due_at      timestamptz,
  gives_up_at timestamptz,
  -- Attempts in total.
  attempts    integer NOT NULL DEFAULT 0,
  -- Attempts of the current round; a redelivery starts a new round.
  tries       smallint NOT NULL DEFAULT 0,
  status      text NOT NULL CHECK (status IN ('WAITING', 'REDELIVERING', 'DIRECT', 'FAILED')),
  resource_id text NOT NULL,
  PRIMARY KEY (platform_id, event_id)
) WITH (fillfactor = 80);
CREATE INDEX delivery_states_due ON delivery_states (platform_id, due_at) WHERE status IN ('WAITING', 'REDELIVERING');
-- Later events of the same resource wait behind these.
CREATE INDEX delivery_states_waiting ON delivery_states (platform_id, resource_id, sequence) WHERE status = 'WAITING';
CREATE INDEX delivery_states_failed ON delivery_states (platform_id, event_id) WHERE status = 'FAILED';

-- A resent event is one that was redelivered, with the transaction of the last redelivery, by which listeners receive it.
CREATE TABLE resent_events (
  platform_id uuid NOT NULL,
  event_id    uuid NOT NULL,
  resent_in   xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (platform_id, event_id)
);
CREATE INDEX resent_events_order ON resent_events (platform_id, resent_in);

-- A webhook attempt is one request to an endpoint and its response. Divided by time, together with events.
CREATE TABLE webhook_attempts (
  at          timestamptz NOT NULL,
  platform_id uuid NOT NULL,
  event_id    uuid NOT NULL,
  number      integer NOT NULL,
  latency_ms  real NOT NULL,
  -- Null without a response.
  status      smallint,
  -- The response says that the endpoint has the event (webhooks/retry-schedule.ts).
  has_arrived boolean NOT NULL,
  url         text NOT NULL,
  error       text,
  -- First kilobyte of the response body.
  answer      text,
  PRIMARY KEY (platform_id, event_id, number)
) PARTITION BY RANGE (event_id);
CREATE TABLE webhook_attempts_default PARTITION OF webhook_attempts DEFAULT;
-- Responses other than success, which are rare; events by the status of a success are found by scanning the primary key.
CREATE INDEX webhook_attempts_answers ON webhook_attempts (platform_id, status, event_id)
  WHERE status NOT BETWEEN 200 AND 299;
-- As for events.
ALTER TABLE webhook_attempts ALTER COLUMN platform_id SET STATISTICS 0;

-- A webhook hour counts the attempts to deliver to the endpoint of a platform within an hour of real time, by latency, so
-- that its health is read without its attempts. A bucket holds latencies up to 1.15 to the power of its number, in ms.
CREATE TABLE webhook_hours (
  platform_id text NOT NULL REFERENCES platforms (id),
  hour        timestamptz NOT NULL,
  bucket      smallint NOT NULL,
  delivered   integer NOT NULL,
  failed      integer NOT NULL,
  PRIMARY KEY (platform_id, hour, bucket)
) WITH (fillfactor = 70);

-- A webhook key signs events: one per algorithm and generation; all that are not retired sign, the newest first.
CREATE TABLE webhook_keys (
  platform_id   text NOT NULL REFERENCES platforms (id),
  id            text NOT NULL,
  generation    integer NOT NULL,
  algorithm     text NOT NULL CHECK (algorithm IN ('ES256', 'ed25519', 'hmac-sha256')),
  -- Null for a shared secret.
  public_key    text,
  secret_sealed text NOT NULL,
  created_at    timestamptz NOT NULL,
  retires_at    timestamptz,
  PRIMARY KEY (platform_id, id),
  CONSTRAINT webhook_keys_generation UNIQUE (platform_id, generation, algorithm)
);

-- A webhook listener receives the signed events of a sandbox platform beside its endpoint, while its lease lasts.
CREATE TABLE webhook_listeners (
  platform_id text NOT NULL REFERENCES platforms (id),
  id          text NOT NULL,
  created_at  timestamptz NOT NULL,
  -- Real time.
  lease_until timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id)
);

-- An event sweep is the id up to which delivered events may be deleted; the ledger audit does not expect them.
CREATE TABLE event_sweeps (
  platform_id text PRIMARY KEY REFERENCES platforms (id),
  swept_to    text NOT NULL
);
