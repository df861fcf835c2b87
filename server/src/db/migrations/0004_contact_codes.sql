-- Codes that prove an email address or a phone number; one running per channel, kept only as a keyed hash.
CREATE TABLE contact_codes (
  platform_id  text NOT NULL,
  customer_id  text NOT NULL,
  channel      text NOT NULL CHECK (channel IN ('email', 'phone')),
  code_hash    bytea NOT NULL,
  attempts     integer NOT NULL DEFAULT 0,
  expires_at   timestamptz NOT NULL,
  sends        integer NOT NULL,
  window_start timestamptz NOT NULL,
  PRIMARY KEY (platform_id, customer_id, channel),
  FOREIGN KEY (platform_id, customer_id) REFERENCES customers (platform_id, id)
);
