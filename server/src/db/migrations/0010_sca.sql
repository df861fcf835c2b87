-- Strong customer authentication.

-- What is to be proved, by one customer, for one subject (a quote, an external account, a login). The newest of a
-- subject is the one that counts. Codes are kept only as keyed hashes; `shown` is what the API tells of it.
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
  tries       integer NOT NULL,
  attempts    integer NOT NULL DEFAULT 0,
  sends       integer NOT NULL DEFAULT 1,
  shown       jsonb NOT NULL,
  expires_at  timestamptz NOT NULL,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, customer_id) REFERENCES customers (platform_id, id)
) WITH (fillfactor = 85);
CREATE INDEX sca_challenges_of_subject ON sca_challenges (platform_id, subject_id, id);

-- How a customer stands: failed logins and what they led to, the one session, and what is limited in a stretch of time.
CREATE TABLE sca_standings (
  platform_id        text NOT NULL,
  customer_id        text NOT NULL,
  failed_attempts    integer NOT NULL DEFAULT 0,
  locked_until       timestamptz,
  is_suspended       boolean NOT NULL DEFAULT false,
  session_factor     text CHECK (session_factor IN ('SMS_OTP', 'TOTP', 'PASSKEY')),
  session_ip_address text,
  session_started_at timestamptz,
  session_expires_at timestamptz,
  recent_texts       timestamptz[] NOT NULL DEFAULT '{}',
  recent_resets      timestamptz[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (platform_id, customer_id),
  FOREIGN KEY (platform_id, customer_id) REFERENCES customers (platform_id, id)
) WITH (fillfactor = 85);

-- One authenticator app per customer: PENDING until its first code. `last_step` is the newest time step whose code was
-- used; recovery codes are keyed hashes, each gone when it is used.
CREATE TABLE sca_totp (
  platform_id     text NOT NULL,
  customer_id     text NOT NULL,
  state           text NOT NULL CHECK (state IN ('PENDING', 'ACTIVE')),
  secret_sealed   text NOT NULL,
  attempts        integer NOT NULL DEFAULT 0,
  last_step       bigint NOT NULL DEFAULT 0,
  recovery_hashes text[] NOT NULL DEFAULT '{}',
  expires_at      timestamptz NOT NULL,
  created_at      timestamptz NOT NULL,
  PRIMARY KEY (platform_id, customer_id),
  FOREIGN KEY (platform_id, customer_id) REFERENCES customers (platform_id, id)
);

-- One passkey per customer: PENDING with the challenge of its registration, then ACTIVE with its key, bound to the
-- relying party and the origins it was made for.
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
