-- Strong customer authentication.

-- A challenge requests one proof from a customer about one subject (a quote, an external account, a login). Only the
-- newest challenge of a subject is valid.
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
  -- Maximum number of attempts.
  tries       integer NOT NULL,
  attempts    integer NOT NULL DEFAULT 0,
  sends       integer NOT NULL DEFAULT 1,
  -- Challenge as the API shows it.
  shown       jsonb NOT NULL,
  expires_at  timestamptz NOT NULL,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, customer_id) REFERENCES customers (platform_id, id)
) WITH (fillfactor = 85);
CREATE INDEX sca_challenges_of_subject ON sca_challenges (platform_id, subject_id, id);

-- Authentication state of a customer: failed attempts and locks, the session, and the counters of rate limits.
CREATE TABLE sca_locks (
  platform_id           text NOT NULL,
  customer_id           text NOT NULL,
  -- Number of failed logins, and the lock that follows.
  failed_attempts       integer NOT NULL DEFAULT 0,
  locked_until          timestamptz,
  is_suspended          boolean NOT NULL DEFAULT false,
  -- Number of consecutive failed proofs over all challenges, and the lock that follows.
  failed_proofs         integer NOT NULL DEFAULT 0,
  proofs_locked_until   timestamptz,
  -- During the lock, a new password permits logins, and nothing else, until this time.
  logins_admitted_until timestamptz,
  session_factor        text CHECK (session_factor IN ('SMS_OTP', 'TOTP', 'PASSKEY')),
  session_ip_address    text,
  session_started_at    timestamptz,
  session_expires_at    timestamptz,
  -- Times of recent text messages and resets, for their rate limits.
  recent_texts          timestamptz[] NOT NULL DEFAULT '{}',
  recent_resets         timestamptz[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (platform_id, customer_id),
  FOREIGN KEY (platform_id, customer_id) REFERENCES customers (platform_id, id)
) WITH (fillfactor = 85);

-- The authenticator app of a customer. PENDING until the customer enters its first code.
CREATE TABLE sca_totp (
  platform_id     text NOT NULL,
  customer_id     text NOT NULL,
  state           text NOT NULL CHECK (state IN ('PENDING', 'ACTIVE')),
  secret_sealed   text NOT NULL,
  attempts        integer NOT NULL DEFAULT 0,
  -- Time step of the last used code. A code works once, so earlier steps are rejected.
  last_step       bigint NOT NULL DEFAULT 0,
  -- Keyed hashes of the unused recovery codes.
  recovery_hashes text[] NOT NULL DEFAULT '{}',
  expires_at      timestamptz NOT NULL,
  created_at      timestamptz NOT NULL,
  PRIMARY KEY (platform_id, customer_id),
  FOREIGN KEY (platform_id, customer_id) REFERENCES customers (platform_id, id)
);

-- The passkey of a customer. PENDING has the registration challenge, ACTIVE the public key.
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

-- A reset replaces a lost factor after an identity check of the customer.
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
