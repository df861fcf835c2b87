-- Embedded wallets: credentials, sessions, signed requests and delegated keys.

-- A wallet credential authenticates the holder of a wallet. Revoking it deletes the row and ends its sessions.
CREATE TABLE wallet_credentials (
  platform_id            text NOT NULL,
  id                     text NOT NULL,
  account_id             text NOT NULL,
  type                   text NOT NULL CHECK (type IN ('OAUTH', 'EMAIL_OTP', 'SMS_OTP', 'PASSKEY')),
  -- Name of the credential. For EMAIL_OTP and SMS_OTP the address that receives the codes.
  nickname               text NOT NULL,
  -- Address after a change by the holder, unique. Null for the initial address, which several wallets may share.
  claimed_contact        text,
  -- True for the first credential of a wallet, which is created without a signature.
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
  -- Number of codes and challenges issued since window_start, for the rate limit.
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
-- If two holders change to the same address concurrently, one change is rejected.
CREATE UNIQUE INDEX wallet_credentials_contact ON wallet_credentials (platform_id, claimed_contact)
  WHERE claimed_contact IS NOT NULL;

-- A wallet code is the outstanding one-time code of a credential, with the key pair to which the client encrypts it.
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

-- A wallet session is a key that may sign for an account until it expires or is ended.
CREATE TABLE wallet_sessions (
  platform_id   text NOT NULL,
  id            text NOT NULL,
  account_id    text NOT NULL,
  credential_id text NOT NULL,
  -- Compressed point in lower-case hex.
  public_key    text NOT NULL,
  -- Time of the login that opened the session. Refreshing the session does not change it.
  logged_in_at  timestamptz NOT NULL,
  expires_at    timestamptz NOT NULL,
  ended_at      timestamptz,
  created_at    timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, account_id) REFERENCES accounts (platform_id, id)
);
CREATE INDEX wallet_sessions_of_account ON wallet_sessions (platform_id, account_id, expires_at)
  WHERE ended_at IS NULL;

-- A used ID token has opened a session. It is rejected from then on, until its age rejects it anyway.
CREATE TABLE wallet_used_id_tokens (
  platform_id text NOT NULL REFERENCES platforms (id),
  -- Hash of the part that the issuer signed.
  token_hash  bytea NOT NULL,
  expires_at  timestamptz NOT NULL,
  PRIMARY KEY (platform_id, token_hash)
);

-- A wallet challenge is a request that waits for the signature of the holder.
CREATE TABLE wallet_challenges (
  platform_id  text NOT NULL,
  id           text NOT NULL,
  account_id   text NOT NULL,
  operation    text NOT NULL,
  -- Hash over method, path and body of the request.
  request_hash bytea,
  -- Text to be signed.
  payload      text NOT NULL,
  -- Input of the operation that the request does not contain, such as the key of a session.
  subject      jsonb NOT NULL,
  -- LAPSED: the operation had begun when the challenge expired, and is reported as failed.
  state        text NOT NULL CONSTRAINT wallet_challenges_state CHECK (state IN ('OPEN', 'USED', 'LAPSED')),
  -- Reason why a started operation is not complete.
  failure      text,
  expires_at   timestamptz NOT NULL,
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, account_id) REFERENCES accounts (platform_id, id)
) WITH (fillfactor = 85);

-- A delegated key lets a card draw on a wallet. A funding source has at most one active key.
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
