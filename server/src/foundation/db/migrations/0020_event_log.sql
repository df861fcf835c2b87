-- The event log: the order in which consumers read events, and the sandbox listeners that read it.

-- Ids are generated before their transaction, so an event can be committed after one with a greater id. The transaction id
-- gives readers an order in which nothing appears behind them: they stop before the oldest transaction in progress.
-- Null for events of earlier releases; set as a default so that existing rows are not rewritten.
ALTER TABLE events ADD COLUMN written_in xid8;
ALTER TABLE events ALTER COLUMN written_in SET DEFAULT pg_current_xact_id();
-- Transaction of the last redelivery, by which listeners receive the event again.
ALTER TABLE events ADD COLUMN resent_in xid8;
CREATE INDEX events_resent ON events (platform_id, resent_in) WHERE resent_in IS NOT NULL;

-- A webhook listener receives the signed events of a sandbox platform beside its endpoint, while its lease lasts.
CREATE TABLE webhook_listeners (
  platform_id text NOT NULL REFERENCES platforms (id),
  id          text NOT NULL,
  created_at  timestamptz NOT NULL,
  -- Real time.
  lease_until timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id)
);
