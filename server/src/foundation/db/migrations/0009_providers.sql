-- State of the providers that are part of the service: messages, files, keys of wallets and keys of UMA.

-- A message is an email or text message that the sandbox stores instead of sending it.
CREATE TABLE messages (
  platform_id text NOT NULL REFERENCES platforms (id),
  id          text NOT NULL,
  channel     text NOT NULL CHECK (channel IN ('EMAIL', 'SMS')),
  recipient   text NOT NULL,
  subject     text,
  body        text NOT NULL,
  html        text,
  code        text,
  -- Quote that the message authorizes.
  resource_id text,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id)
);
CREATE INDEX messages_of_resource ON messages (platform_id, resource_id) WHERE resource_id IS NOT NULL;

-- A blob chunk is a part of a file, in installations that store files in the database.
CREATE TABLE blob_chunks (
  platform_id text NOT NULL REFERENCES platforms (id),
  blob_id     text NOT NULL,
  n           integer NOT NULL,
  bytes       bytea NOT NULL,
  PRIMARY KEY (platform_id, blob_id, n)
);

-- A wallet seed is the secret from which the keys of one wallet are derived.
CREATE TABLE wallet_seeds (
  platform_id     text NOT NULL,
  account_id      text NOT NULL,
  mnemonic_sealed text NOT NULL,
  created_at      timestamptz NOT NULL,
  PRIMARY KEY (platform_id, account_id),
  FOREIGN KEY (platform_id, account_id) REFERENCES accounts (platform_id, id)
);

-- A wallet vault key signs the results of the local key vault of a platform.
CREATE TABLE wallet_vault_keys (
  platform_id   text PRIMARY KEY REFERENCES platforms (id),
  public_key    text NOT NULL,
  secret_sealed text NOT NULL,
  created_at    timestamptz NOT NULL
);

-- A wallet activity is an unfinished operation of a sandbox wallet that simulates a slow provider (status PROCESSING).
CREATE TABLE wallet_activities (
  platform_id text NOT NULL REFERENCES platforms (id),
  key         text NOT NULL,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (platform_id, key)
);

-- The UMA keys of a platform: one signs its messages, one decrypts received data. Other providers fetch the chains.
CREATE TABLE uma_keys (
  platform_id       text PRIMARY KEY REFERENCES platforms (id),
  signing_sealed    text NOT NULL,
  encryption_sealed text NOT NULL,
  signing_chain     text[] NOT NULL,
  encryption_chain  text[] NOT NULL,
  -- True if supplied by an operator; generated keys are renewed before they expire.
  is_given          boolean NOT NULL,
  created_at        timestamptz NOT NULL
);

-- A UMA nonce marks a signed message as used. It is deleted once the message is too old to be accepted anyway.
CREATE TABLE uma_nonces (
  platform_id text NOT NULL REFERENCES platforms (id),
  domain      text NOT NULL,
  nonce       text NOT NULL,
  signed_at   timestamptz NOT NULL,
  PRIMARY KEY (platform_id, domain, nonce)
);
-- Housekeeping deletes the old nonces of all platforms.
CREATE INDEX uma_nonces_age ON uma_nonces (signed_at);
