-- Embedded wallets: who controls them, by which sessions, and what waits for a signature.

-- A wallet is opened by its first login: from then on it has an address, derived from its own seed.
ALTER TABLE accounts ADD COLUMN deposit_address text, ADD COLUMN is_private boolean;

-- What a holder proves themselves with. A credential that is revoked is gone, and its sessions end with it.
-- `issues` since `window_start`: how many codes or challenges were asked for in the running stretch of time.
CREATE TABLE wallet_credentials (
  platform_id            text NOT NULL,
  id                     text NOT NULL,
  account_id             text NOT NULL,
  type                   text NOT NULL CHECK (type IN ('OAUTH', 'EMAIL_OTP', 'SMS_OTP', 'PASSKEY')),
  -- Of an EMAIL_OTP or SMS_OTP: where its codes go.
  nickname               text NOT NULL,
  -- The one that needed no signature, because there was none before it.
  is_first               boolean NOT NULL,
  oidc_issuer            text,
  oidc_audience          text,
  oidc_subject           text,
  passkey_id             text,
  passkey_key            bytea,
  passkey_counter        bigint NOT NULL DEFAULT 0,
  passkey_transports     text[] NOT NULL DEFAULT '{}',
  passkey_rp_id          text,
  passkey_origin         text,
  registration_challenge text,
  issues                 integer NOT NULL DEFAULT 0,
  window_start           timestamptz,
  created_at             timestamptz NOT NULL,
  updated_at             timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, account_id) REFERENCES accounts (platform_id, id)
) WITH (fillfactor = 85);
CREATE INDEX wallet_credentials_of_account ON wallet_credentials (platform_id, account_id, id);
CREATE UNIQUE INDEX wallet_credentials_first ON wallet_credentials (platform_id, account_id) WHERE is_first;
CREATE UNIQUE INDEX wallet_credentials_otp ON wallet_credentials (platform_id, account_id, type)
  WHERE type IN ('EMAIL_OTP', 'SMS_OTP');
CREATE UNIQUE INDEX wallet_credentials_passkey ON wallet_credentials (platform_id, account_id, passkey_id)
  WHERE type = 'PASSKEY';
CREATE UNIQUE INDEX wallet_credentials_registration
  ON wallet_credentials (platform_id, account_id, registration_challenge) WHERE type = 'PASSKEY';
CREATE UNIQUE INDEX wallet_credentials_identity
  ON wallet_credentials (platform_id, account_id, oidc_issuer, oidc_audience, oidc_subject) WHERE type = 'OAUTH';
CREATE INDEX wallet_credentials_of_contact ON wallet_credentials (platform_id, lower(nickname))
  WHERE type = 'EMAIL_OTP';

-- The one code of a credential that is out: only its keyed hash, and the key that the answer is sealed to.
CREATE TABLE wallet_codes (
  platform_id   text NOT NULL,
  credential_id text NOT NULL,
  issue_id      text NOT NULL,
  code_hash     bytea NOT NULL,
  target_public text NOT NULL,
  secret_sealed text NOT NULL,
  attempts      integer NOT NULL DEFAULT 0,
  is_used       boolean NOT NULL DEFAULT false,
  expires_at    timestamptz NOT NULL,
  PRIMARY KEY (platform_id, credential_id),
  FOREIGN KEY (platform_id, credential_id) REFERENCES wallet_credentials (platform_id, id) ON DELETE CASCADE
) WITH (fillfactor = 85);

-- Keys that may sign for an account until they expire or are ended. Compressed points in lower-case hex.
CREATE TABLE wallet_sessions (
  platform_id   text NOT NULL,
  id            text NOT NULL,
  account_id    text NOT NULL,
  credential_id text NOT NULL,
  public_key    text NOT NULL,
  expires_at    timestamptz NOT NULL,
  ended_at      timestamptz,
  created_at    timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, account_id) REFERENCES accounts (platform_id, id)
);
CREATE INDEX wallet_sessions_of_account ON wallet_sessions (platform_id, account_id, expires_at)
  WHERE ended_at IS NULL;

-- What was asked for and waits for the signature of the holder: the request by its method, path and bytes, and what is
-- to be signed. `subject` is what the operation has to know again: the key of a session, the issue of a code.
CREATE TABLE wallet_challenges (
  platform_id  text NOT NULL,
  id           text NOT NULL,
  account_id   text NOT NULL,
  operation    text NOT NULL,
  request_hash bytea,
  payload      text NOT NULL,
  subject      jsonb NOT NULL,
  state        text NOT NULL CHECK (state IN ('OPEN', 'USED')),
  expires_at   timestamptz NOT NULL,
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, account_id) REFERENCES accounts (platform_id, id)
) WITH (fillfactor = 85);

-- The seeds of wallets, sealed, one per account; and the key with which the vault of a platform signs what it hands out.
CREATE TABLE wallet_seeds (
  platform_id     text NOT NULL,
  account_id      text NOT NULL,
  mnemonic_sealed text NOT NULL,
  created_at      timestamptz NOT NULL,
  PRIMARY KEY (platform_id, account_id),
  FOREIGN KEY (platform_id, account_id) REFERENCES accounts (platform_id, id)
);
CREATE TABLE wallet_vault_keys (
  platform_id   text PRIMARY KEY REFERENCES platforms (id),
  public_key    text NOT NULL,
  secret_sealed text NOT NULL,
  created_at    timestamptz NOT NULL
);

-- Keys that a card draws with on a wallet, at most one in use per funding source.
CREATE TABLE delegated_keys (
  platform_id       text NOT NULL,
  id                text NOT NULL,
  account_id        text NOT NULL,
  card_id           text NOT NULL,
  funding_source_id text NOT NULL,
  public_key        text NOT NULL,
  secret_sealed     text NOT NULL,
  nickname          text NOT NULL,
  status            text NOT NULL CHECK (status IN ('PENDING', 'ACTIVE', 'REVOKED')),
  created_at        timestamptz NOT NULL,
  updated_at        timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, account_id) REFERENCES accounts (platform_id, id)
);
CREATE INDEX delegated_keys_of_account ON delegated_keys (platform_id, account_id, id);
CREATE UNIQUE INDEX delegated_keys_in_use ON delegated_keys (platform_id, funding_source_id) WHERE status = 'ACTIVE';

-- Wallets that were opened before there were credentials.
INSERT INTO wallet_credentials (platform_id, id, account_id, type, nickname, is_first, created_at, updated_at)
SELECT a.platform_id, 'AuthMethod:' || gen_random_uuid(), a.id, 'EMAIL_OTP', c.email, true, a.created_at, a.created_at
FROM accounts a JOIN customers c ON c.platform_id = a.platform_id AND c.id = a.owner_id
WHERE a.type = 'EMBEDDED_WALLET' AND a.status <> 'CLOSED' AND c.email IS NOT NULL;
