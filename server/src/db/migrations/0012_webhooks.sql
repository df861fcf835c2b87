-- Webhooks: where events go, with which keys they are signed, and what became of each.

-- One endpoint for a platform. The process that holds the lease delivers to it, so that order and the number in flight
-- are kept by one. Times are on the wall: receivers are real, whatever a platform's clock says.
CREATE TABLE webhook_endpoints (
  platform_id     text PRIMARY KEY REFERENCES platforms (id),
  url             text NOT NULL,
  state           text NOT NULL DEFAULT 'ACTIVE' CHECK (state IN ('ACTIVE', 'DISABLED')),
  -- Nothing has arrived since.
  failing_since   timestamptz,
  disabled_at     timestamptz,
  disabled_reason text,
  lease_holder    text,
  lease_until     timestamptz
) WITH (fillfactor = 50);
CREATE INDEX webhook_endpoints_leased ON webhook_endpoints (platform_id) WHERE lease_holder IS NOT NULL;

INSERT INTO webhook_endpoints (platform_id, url)
SELECT platform_id, settings ->> 'webhookEndpoint' FROM platform_configs WHERE settings ? 'webhookEndpoint';

-- The row of an event carries its delivery, so that writing one costs no second row. What was written before there
-- was delivery is not sent.
ALTER TABLE events
  ADD COLUMN status      text NOT NULL DEFAULT 'SKIPPED'
    CHECK (status IN ('PENDING', 'WAITING', 'REDELIVERING', 'DIRECT', 'DELIVERED', 'FAILED', 'SKIPPED')),
  ADD COLUMN due_at      timestamptz,
  -- Of all times, and of this round: a redelivery begins a new one.
  ADD COLUMN attempts    integer NOT NULL DEFAULT 0,
  ADD COLUMN tries       smallint NOT NULL DEFAULT 0,
  ADD COLUMN gives_up_at timestamptz;

-- The one index that writing an event adds to, and only where there is an endpoint.
CREATE INDEX events_pending ON events (platform_id, created_at) WHERE status = 'PENDING';
CREATE INDEX events_due ON events (platform_id, due_at) WHERE status IN ('WAITING', 'REDELIVERING');
-- What later events of the same resource wait behind.
CREATE INDEX events_waiting ON events (platform_id, resource_id, sequence) WHERE status = 'WAITING';
CREATE INDEX events_failed ON events (platform_id, id) WHERE status = 'FAILED';
-- Types that make up most of the table are found without an index; the others are found here.
CREATE INDEX events_rare ON events (platform_id, type, id)
  WHERE type NOT LIKE 'OUTGOING_PAYMENT.%' AND type NOT LIKE 'INCOMING_PAYMENT.%' AND type <> 'INTERNAL_ACCOUNT.BALANCE_UPDATED';

CREATE TABLE webhook_attempts (
  platform_id text NOT NULL,
  event_id    text NOT NULL,
  number      integer NOT NULL,
  at          timestamptz NOT NULL,
  url         text NOT NULL,
  status      smallint,
  error       text,
  latency_ms  real NOT NULL,
  -- The first kilobyte of it.
  answer      text,
  PRIMARY KEY (platform_id, event_id, number)
);

-- One of each algorithm in a generation. All that are not retired sign; the newest generation comes first.
CREATE TABLE webhook_keys (
  platform_id   text NOT NULL REFERENCES platforms (id),
  id            text NOT NULL,
  generation    integer NOT NULL,
  algorithm     text NOT NULL CHECK (algorithm IN ('ES256', 'ed25519', 'hmac-sha256')),
  -- Null where the key is a shared secret.
  public_key    text,
  secret_sealed text NOT NULL,
  created_at    timestamptz NOT NULL,
  retires_at    timestamptz,
  PRIMARY KEY (platform_id, id),
  CONSTRAINT webhook_keys_generation UNIQUE (platform_id, generation, algorithm)
);
