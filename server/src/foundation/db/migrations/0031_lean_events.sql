-- Events become append-only, and their delivery moves into tables of its own. Platforms and events are stored here as the
-- UUIDs of their ids (`Platform:<uuid>`, `Webhook:<uuid>`), which halves the keys and their indexes.

-- An event is one webhook. Its bytes are rebuilt from these columns (webhooks/stored-event.ts); no column ever changes.
CREATE TABLE lean_events (
  -- Order among the events of one resource.
  sequence    bigint NOT NULL,
  created_at  timestamptz NOT NULL,
  -- Transaction that wrote the event: the order of the event log. Null for events of early releases.
  written_in  xid8,
  platform_id uuid NOT NULL,
  id          uuid NOT NULL,
  type        text NOT NULL,
  resource_id text NOT NULL,
  -- JSON of `data`, packed (kernel/packed-text.ts).
  data        bytea NOT NULL,
  -- Balances that the JSON reports by token; null for events that report none.
  balance     text
) WITH (
  -- The default of 20 % means millions of dead tuples in a table of this size.
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);

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

-- A resent event is one that was redelivered, with the transaction of the last redelivery, by which listeners receive it.
CREATE TABLE resent_events (
  platform_id uuid NOT NULL,
  event_id    uuid NOT NULL,
  resent_in   xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (platform_id, event_id)
);

-- A webhook attempt is one request to an endpoint and its response.
CREATE TABLE lean_attempts (
  at          timestamptz NOT NULL,
  platform_id uuid NOT NULL,
  event_id    uuid NOT NULL,
  number      integer NOT NULL,
  latency_ms  real NOT NULL,
  status      smallint,
  has_arrived boolean NOT NULL,
  url         text NOT NULL,
  error       text,
  -- First kilobyte of the response body.
  answer      text
);

-- The first byte 0 marks text that is not packed. The members of the payload before `data` never contain its name.
INSERT INTO lean_events
SELECT sequence, created_at, written_in, substr(platform_id, 10)::uuid, substr(id, 9)::uuid, type, resource_id,
  '\x00'::bytea || convert_to(
    left(substr(payload, strpos(payload, ',"data":') + length(',"data":')), -1), 'UTF8'), NULL
FROM events;

INSERT INTO pending_deliveries
SELECT substr(platform_id, 10)::uuid, substr(id, 9)::uuid FROM events WHERE status = 'PENDING';

INSERT INTO delivery_states (platform_id, event_id, sequence, due_at, gives_up_at, attempts, tries, status, resource_id)
SELECT substr(platform_id, 10)::uuid, substr(id, 9)::uuid, sequence, due_at, gives_up_at, attempts, tries, status, resource_id
FROM events WHERE status IN ('WAITING', 'REDELIVERING', 'DIRECT', 'FAILED');

INSERT INTO resent_events
SELECT substr(platform_id, 10)::uuid, substr(id, 9)::uuid, resent_in FROM events WHERE resent_in IS NOT NULL;

-- 409 says that the endpoint has the event already; any answer may decide an approval, and then ends its delivery.
INSERT INTO lean_attempts
SELECT a.at, substr(a.platform_id, 10)::uuid, substr(a.event_id, 9)::uuid, a.number, a.latency_ms, a.status,
  COALESCE(a.status BETWEEN 200 AND 299 OR a.status = 409 OR (e.status = 'DELIVERED' AND e.attempts = a.number), false),
  a.url, a.error, a.answer
FROM webhook_attempts a JOIN events e ON e.platform_id = a.platform_id AND e.id = a.event_id;

DROP TABLE events, webhook_attempts;

ALTER TABLE lean_events RENAME TO events;
ALTER TABLE events ALTER COLUMN written_in SET DEFAULT pg_current_xact_id();
ALTER TABLE events ADD CONSTRAINT events_pkey PRIMARY KEY (platform_id, id);
ALTER TABLE events ADD CONSTRAINT events_sequence UNIQUE (platform_id, resource_id, sequence);
-- Lists filtered by a frequent type scan the primary key; this index covers the other types.
CREATE INDEX events_rare ON events (platform_id, type, id)
  WHERE type NOT IN ('OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.PROCESSING', 'OUTGOING_PAYMENT.COMPLETED',
    'INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.COMPLETED', 'INTERNAL_ACCOUNT.BALANCE_UPDATED');

CREATE INDEX delivery_states_due ON delivery_states (platform_id, due_at) WHERE status IN ('WAITING', 'REDELIVERING');
-- Later events of the same resource wait behind these.
CREATE INDEX delivery_states_waiting ON delivery_states (platform_id, resource_id, sequence) WHERE status = 'WAITING';
CREATE INDEX delivery_states_failed ON delivery_states (platform_id, event_id) WHERE status = 'FAILED';
CREATE INDEX resent_events_order ON resent_events (platform_id, resent_in);

ALTER TABLE lean_attempts RENAME TO webhook_attempts;
ALTER TABLE webhook_attempts ADD CONSTRAINT webhook_attempts_pkey PRIMARY KEY (platform_id, event_id, number);
-- Answers other than success, which are rare; events by the status of a success are found by scanning the primary key.
CREATE INDEX webhook_attempts_answers ON webhook_attempts (platform_id, status, event_id)
  WHERE status NOT BETWEEN 200 AND 299;
