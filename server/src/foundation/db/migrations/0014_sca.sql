-- Strong customer authentication.

-- A challenge asks a customer for one proof about one subject (a quote, an external account, a login); the newest of a
-- subject counts.
CREATE TABLE sca_challenges (
  platform_id text NOT NULL,
  id          text NOT NULL,
  customer_id text NOT NULL,
  subject_id  text NOT NULL,
  purpose     text NOT NULL,
  factor      text NOT NULL CHECK (factor IN ('SMS_OTP', 'TOTP', 'PASSKEY')),
  state       text NOT NULL CHECK (state IN ('OPEN', 'USED')),
  about       text,
  code_hash   bytea,
  -- Maximum of `attempts`.
  tries       integer NOT NULL,
  attempts    integer NOT NULL DEFAULT 0,
  sends       integer NOT NULL DEFAULT 1,
  -- Representation in the API.
  shown       jsonb NOT NULL,
  expires_at  timestamptz NOT NULL,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, customer_id) REFERENCES customers (platform_id, id)
) WITH (fillfactor = 85);
CREATE INDEX sca_challenges_of_subject ON sca_challenges (platform_id, subject_id, id);

-- The authentication state of a customer: failures and locks, the one session, and the counters of rate limits.
CREATE TABLE sca_locks (
  platform_id           text NOT NULL,
  customer_id           text NOT NULL,
  -- Failed logins and the lock that follows from them.
  failed_attempts       integer NOT NULL DEFAULT 0,
  locked_until          timestamptz,
  is_suspended          boolean NOT NULL DEFAULT false,
  -- Consecutive failed proofs over all challenges and the lock that follows from them.
  failed_proofs         integer NOT NULL DEFAULT 0,
  proofs_locked_until   timestamptz,
  -- A new password admits logins, and nothing else, during the lock that ends at this time.
  logins_admitted_until timestamptz,
  session_factor        text CHECK (session_factor IN ('SMS_OTP', 'TOTP', 'PASSKEY')),
  session_ip_address    text,
  session_started_at    timestamptz,
  session_expires_at    timestamptz,
  -- Times of text messages and resets in the windows of their limits.
  recent_texts          timestamptz[] NOT NULL DEFAULT '{}',
  recent_resets         timestamptz[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (platform_id, customer_id),
  FOREIGN KEY (platform_id, customer_id) REFERENCES customers (platform_id, id)
) WITH (fillfactor = 85);

-- The authenticator app of a customer, PENDING until its first code.
CREATE TABLE sca_totp (
  platform_id     text NOT NULL,
  customer_id     text NOT NULL,
  state           text NOT NULL CHECK (state IN ('PENDING', 'ACTIVE')),
  secret_sealed   text NOT NULL,
  attempts        integer NOT NULL DEFAULT 0,
  -- Newest time step whose code was used: a code works once.
  last_step       bigint NOT NULL DEFAULT 0,
  -- Keyed hashes of the unused recovery codes.
  recovery_hashes text[] NOT NULL DEFAULT '{}',
  expires_at      timestamptz NOT NULL,
  created_at      timestamptz NOT NULL,
  PRIMARY KEY (platform_id, customer_id),
  FOREIGN KEY (platform_id, customer_id) REFERENCES customers (platform_id, id)
);

-- The passkey of a customer, PENDING with its registration challenge, then ACTIVE with its public key.
CREATE TABLE sca_passkeys (
  platform_id   text NOT NULL,
  customer_id   text NOT NULL,
  state         text NOT NULL CHECK (state IN ('PENDING', 'ACTIVE')),
  challenge     text NOT NULL,
  rp_id         text NOT NULL,
  origin        text,
  credential_id text,
  public_key    bytea,
  counter       bigint NOT NULL DEFAULT 0,
  transports    text[] NOT NULL DEFAULT '{}',
  expires_at    timestamptz NOT NULL,
  created_at    timestamptz NOT NULL,
  PRIMARY KEY (platform_id, customer_id),
  FOREIGN KEY (platform_id, customer_id) REFERENCES customers (platform_id, id)
);
CREATE UNIQUE INDEX sca_passkeys_credential ON sca_passkeys (platform_id, credential_id);

-- A reset replaces a lost factor after the identity of the customer was checked.
CREATE TABLE sca_resets (
  platform_id       text NOT NULL,
  id                text NOT NULL,
  customer_id       text NOT NULL,
  factor            text NOT NULL CHECK (factor IN ('SMS_OTP', 'TOTP', 'PASSKEY')),
  status            text NOT NULL CHECK (status IN
    ('INITIATED', 'PENDING_REVIEW', 'LIVENESS_PASSED', 'COMPLETED', 'REJECTED', 'EXPIRED')),
  enrollment_status text CHECK (enrollment_status IN ('PENDING', 'COMPLETED')),
  expires_at        timestamptz NOT NULL,
  created_at        timestamptz NOT NULL,
  completed_at      timestamptz,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, customer_id) REFERENCES customers (platform_id, id)
);
CREATE INDEX sca_resets_of_customer ON sca_resets (platform_id, customer_id, id);
