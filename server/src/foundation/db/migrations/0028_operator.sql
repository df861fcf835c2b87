-- Operators of the service, the record of their actions, their passkeys, and the reviews that they have claimed.

-- An operator is a set of credentials for the operator API, or a person who logs in to the console with a passkey.
CREATE TABLE operators (
  id          text PRIMARY KEY,
  name        text NOT NULL,
  kind        text NOT NULL DEFAULT 'API' CHECK (kind IN ('API', 'PERSON')),
  secret_hash bytea,
  created_at  timestamptz NOT NULL,
  expires_at  timestamptz,
  revoked_at  timestamptz,
  CONSTRAINT operators_secret CHECK ((kind = 'API') = (secret_hash IS NOT NULL))
);

-- An operator action records a change by an operator, or by the system user who ran a command.
CREATE TABLE operator_actions (
  id          text PRIMARY KEY,
  operator_id text REFERENCES operators (id),
  os_user     text,
  action      text NOT NULL,
  platform_id text,
  resource_id text,
  details     jsonb NOT NULL,
  created_at  timestamptz NOT NULL,
  CONSTRAINT operator_actions_actor CHECK ((operator_id IS NULL) <> (os_user IS NULL))
);
CREATE INDEX operator_actions_of_platform ON operator_actions (platform_id, id);
-- For the filters of the list of actions.
CREATE INDEX operator_actions_of_operator ON operator_actions (operator_id, id);
CREATE INDEX operator_actions_of_kind ON operator_actions (action, id);
CREATE INDEX operator_actions_of_resource ON operator_actions (resource_id, id);

-- An operator invitation lets a person enroll a passkey once. A new invitation replaces the previous one.
CREATE TABLE operator_invitations (
  operator_id text PRIMARY KEY REFERENCES operators (id),
  code_hash   bytea NOT NULL,
  expires_at  timestamptz NOT NULL,
  created_at  timestamptz NOT NULL
);
CREATE INDEX operator_invitations_code ON operator_invitations (code_hash);

-- A passkey of a person.
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

-- A challenge is deleted on use, so that no authenticator response is accepted twice.
CREATE TABLE operator_challenges (
  challenge   text PRIMARY KEY,
  purpose     text NOT NULL CHECK (purpose IN ('ENROLL', 'LOGIN', 'STEP_UP')),
  -- Null for a login: the passkey identifies the person.
  operator_id text REFERENCES operators (id),
  expires_at  timestamptz NOT NULL
);
CREATE INDEX operator_challenges_expiry ON operator_challenges (expires_at);

-- An operator reading is the last time that a person's access to the data of a platform was recorded as an action.
CREATE TABLE operator_readings (
  platform_id text NOT NULL REFERENCES platforms (id),
  operator_id text NOT NULL REFERENCES operators (id),
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (platform_id, operator_id)
);

-- A review claim prevents decisions by other operators until it expires.
CREATE TABLE review_claims (
  platform_id     text NOT NULL REFERENCES platforms (id),
  verification_id text NOT NULL,
  operator_id     text NOT NULL REFERENCES operators (id),
  expires_at      timestamptz NOT NULL,
  PRIMARY KEY (platform_id, verification_id)
);
