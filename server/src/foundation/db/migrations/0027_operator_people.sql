-- People who operate the service, their passkeys, and the reviews that they have claimed.

-- An operator is a set of credentials for the operator API, or a person who logs in to the console with a passkey.
ALTER TABLE operators
  ADD COLUMN kind text NOT NULL DEFAULT 'API' CHECK (kind IN ('API', 'PERSON')),
  ALTER COLUMN secret_hash DROP NOT NULL,
  ADD CONSTRAINT operators_secret CHECK ((kind = 'API') = (secret_hash IS NOT NULL));

-- An invitation lets a person enroll a passkey, once. A new one replaces the one before.
CREATE TABLE operator_invitations (
  operator_id text PRIMARY KEY REFERENCES operators (id),
  code_hash   bytea NOT NULL,
  expires_at  timestamptz NOT NULL,
  created_at  timestamptz NOT NULL
);
CREATE INDEX operator_invitations_code ON operator_invitations (code_hash);

CREATE TABLE operator_passkeys (
  credential_id text PRIMARY KEY,
  operator_id   text NOT NULL REFERENCES operators (id),
  rp_id         text NOT NULL,
  public_key    bytea NOT NULL,
  counter       bigint NOT NULL,
  transports    text[] NOT NULL,
  created_at    timestamptz NOT NULL,
  used_at       timestamptz
);
CREATE INDEX operator_passkeys_of_operator ON operator_passkeys (operator_id);

-- A challenge is deleted by its use, so that no response of an authenticator is accepted twice.
CREATE TABLE operator_challenges (
  challenge   text PRIMARY KEY,
  purpose     text NOT NULL CHECK (purpose IN ('ENROLL', 'LOGIN', 'STEP_UP')),
  -- Null for a login: the passkey identifies the person.
  operator_id text REFERENCES operators (id),
  expires_at  timestamptz NOT NULL
);
CREATE INDEX operator_challenges_expiry ON operator_challenges (expires_at);

-- Sessions of people. Sensitive operations require a passkey that was used in the session a short time ago.
ALTER TABLE console_sessions
  ADD COLUMN proved_at timestamptz,
  ADD CONSTRAINT console_sessions_person FOREIGN KEY (operator_person_id) REFERENCES operators (id);
CREATE INDEX console_sessions_of_person ON console_sessions (operator_person_id) WHERE operator_person_id IS NOT NULL;

-- The last time at which the reading of a platform by a person was recorded as an action.
CREATE TABLE operator_readings (
  platform_id text NOT NULL REFERENCES platforms (id),
  operator_id text NOT NULL REFERENCES operators (id),
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (platform_id, operator_id)
);

-- A claim keeps other operators from deciding about a review until it expires.
CREATE TABLE review_claims (
  platform_id     text NOT NULL REFERENCES platforms (id),
  verification_id text NOT NULL,
  operator_id     text NOT NULL REFERENCES operators (id),
  expires_at      timestamptz NOT NULL,
  PRIMARY KEY (platform_id, verification_id)
);

-- Operators filter the log of actions.
CREATE INDEX operator_actions_of_operator ON operator_actions (operator_id, id);
CREATE INDEX operator_actions_of_kind ON operator_actions (action, id);
CREATE INDEX operator_actions_of_resource ON operator_actions (resource_id, id);

-- Operators count, list and retry the dead jobs of a kind.
CREATE INDEX jobs_dead_of_kind ON jobs (kind, id) WHERE state = 'DEAD';
