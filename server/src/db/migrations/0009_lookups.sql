-- What a receiver was found to take and to ask for, kept for the quote that follows; swept once it has expired.
CREATE TABLE lookups (
  platform_id     text NOT NULL REFERENCES platforms (id),
  id              text NOT NULL,
  receiver        jsonb NOT NULL,
  customer_id     text,
  currencies      text[] NOT NULL,
  required_fields jsonb NOT NULL,
  expires_at      timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, customer_id) REFERENCES customers (platform_id, id)
);
CREATE INDEX lookups_expiry ON lookups (expires_at);
