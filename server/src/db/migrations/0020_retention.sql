-- Events that have arrived are not kept for ever. Up to this id they may be gone, and the audit does not look for them.
CREATE TABLE event_sweeps (
  platform_id text PRIMARY KEY REFERENCES platforms (id),
  swept_to    text NOT NULL
);
