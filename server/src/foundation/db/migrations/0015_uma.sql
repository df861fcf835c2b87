-- UMA: keys, replay protection and pay requests between providers.

-- The UMA keys of a platform sign and decrypt its messages; other providers fetch the certificate chains.
CREATE TABLE uma_keys (
  platform_id       text PRIMARY KEY REFERENCES platforms (id),
  signing_sealed    text NOT NULL,
  encryption_sealed text NOT NULL,
  signing_chain     text[] NOT NULL,
  encryption_chain  text[] NOT NULL,
  -- Supplied by an operator; generated keys are renewed before they expire.
  is_given          boolean NOT NULL,
  created_at        timestamptz NOT NULL
);

-- A UMA nonce marks a signed message as used; it is deleted when the age of the timestamp alone rejects the message.
CREATE TABLE uma_nonces (
  platform_id text NOT NULL REFERENCES platforms (id),
  domain      text NOT NULL,
  nonce       text NOT NULL,
  signed_at   timestamptz NOT NULL,
  PRIMARY KEY (platform_id, domain, nonce)
);
-- Housekeeping deletes the old nonces of all platforms.
CREATE INDEX uma_nonces_age ON uma_nonces (signed_at);

-- A UMA request is a pay request that we sent (OUT) or received (IN).
CREATE TABLE uma_requests (
  platform_id        text NOT NULL REFERENCES platforms (id),
  -- For IN the id of the announced transaction without its type.
  id                 text NOT NULL,
  direction          text NOT NULL CHECK (direction IN ('IN', 'OUT')),
  domain             text NOT NULL,
  amount_msats       bigint,
  expires_at         timestamptz,
  callback           text,
  travel_rule_sealed text,
  settled_by         text,
  utxos              jsonb,
  created_at         timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id)
);

-- A UMA approval is the receiver information that a platform gave when it approved an incoming payment in advance.
CREATE TABLE uma_approvals (
  platform_id    text NOT NULL,
  transaction_id text NOT NULL,
  information    jsonb NOT NULL,
  PRIMARY KEY (platform_id, transaction_id),
  FOREIGN KEY (platform_id, transaction_id) REFERENCES transactions (platform_id, id)
);
