-- Receivers of payments.

-- A lookup is stored information about a receiver, for a quote that follows before it expires.
CREATE TABLE lookups (
  platform_id     text NOT NULL REFERENCES platforms (id),
  id              text NOT NULL,
  receiver        jsonb NOT NULL,
  customer_id     text,
  currencies      text[] NOT NULL,
  required_fields jsonb NOT NULL,
  -- Offer of the provider of the receiver, with its callback URL and rates.
  counterparty    jsonb,
  expires_at      timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, customer_id) REFERENCES customers (platform_id, id)
);
-- Housekeeping deletes the expired lookups of all platforms.
CREATE INDEX lookups_expiry ON lookups (expires_at);
