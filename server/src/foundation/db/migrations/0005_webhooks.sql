-- Webhooks: endpoints, events and their delivery, and signing keys.

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

-- An event is one webhook with its exact bytes; the row also carries its delivery, which saves a second row per event.
-- No foreign key to platforms: payments write events, and the ledger audit checks platform_id (ledger/invariants.ts).
CREATE TABLE events (
  platform_id text NOT NULL,
  id          text NOT NULL,
  type        text NOT NULL,
  resource_id text NOT NULL,
  -- Order among the events of one resource.
  sequence    bigint NOT NULL,
  payload     text NOT NULL,
  created_at  timestamptz NOT NULL,
  status      text NOT NULL DEFAULT 'SKIPPED'
    CHECK (status IN ('PENDING', 'WAITING', 'REDELIVERING', 'DIRECT', 'DELIVERED', 'FAILED', 'SKIPPED')),
  due_at      timestamptz,
  -- Attempts in total.
  attempts    integer NOT NULL DEFAULT 0,
  -- Attempts of the current round; a redelivery starts a new round.
  tries       smallint NOT NULL DEFAULT 0,
  gives_up_at timestamptz,
  PRIMARY KEY (platform_id, id),
  CONSTRAINT events_sequence UNIQUE (platform_id, resource_id, sequence)
) WITH (
  -- The default of 20 % means millions of dead tuples in a table of this size.
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);
-- Inserting an event adds to this index only where the platform has an endpoint.
CREATE INDEX events_pending ON events (platform_id, created_at) WHERE status = 'PENDING';
CREATE INDEX events_due ON events (platform_id, due_at) WHERE status IN ('WAITING', 'REDELIVERING');
-- Later events of the same resource wait behind these.
CREATE INDEX events_waiting ON events (platform_id, resource_id, sequence) WHERE status = 'WAITING';
CREATE INDEX events_failed ON events (platform_id, id) WHERE status = 'FAILED';
-- Lists filtered by a frequent type scan the primary key; this index covers the other types.
CREATE INDEX events_rare ON events (platform_id, type, id)
  WHERE type NOT LIKE 'OUTGOING_PAYMENT.%' AND type NOT LIKE 'INCOMING_PAYMENT.%'
    AND type <> 'INTERNAL_ACCOUNT.BALANCE_UPDATED';

-- A webhook attempt is one request to an endpoint and its response.
CREATE TABLE webhook_attempts (
  platform_id text NOT NULL,
  event_id    text NOT NULL,
  number      integer NOT NULL,
  at          timestamptz NOT NULL,
  url         text NOT NULL,
  status      smallint,
  error       text,
  latency_ms  real NOT NULL,
  -- First kilobyte of the response body.
  answer      text,
  PRIMARY KEY (platform_id, event_id, number)
);

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

-- An event sweep is the id up to which delivered events may be deleted; the ledger audit does not expect them.
CREATE TABLE event_sweeps (
  platform_id text PRIMARY KEY REFERENCES platforms (id),
  swept_to    text NOT NULL
);
