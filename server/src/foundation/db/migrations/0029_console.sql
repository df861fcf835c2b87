-- Sessions of the console and the one-time codes of its login links.

-- A console session requires both halves of its secret: a cookie, and a key that the page sends as a header.
CREATE TABLE console_sessions (
  id                 text PRIMARY KEY,
  kind               text NOT NULL CHECK (kind IN ('TOKEN', 'OPERATOR')),
  -- API token with the permissions of the session. The session ends when the token is deleted.
  platform_id        text,
  token_id           text,
  -- Person, for a session of an operator.
  operator_person_id text,
  cookie_hash        bytea NOT NULL,
  key_hash           bytea NOT NULL,
  created_at         timestamptz NOT NULL,
  -- Latest use, rounded to a minute. Set for sessions that end when idle.
  used_at            timestamptz NOT NULL,
  expires_at         timestamptz NOT NULL,
  -- Latest use of the person's passkey. Sensitive operations require that it is recent.
  proved_at          timestamptz,
  CONSTRAINT console_sessions_token FOREIGN KEY (platform_id, token_id)
    REFERENCES api_tokens (platform_id, id) ON DELETE CASCADE,
  CONSTRAINT console_sessions_person FOREIGN KEY (operator_person_id) REFERENCES operators (id),
  CONSTRAINT console_sessions_subject CHECK (
    (kind = 'TOKEN') = (platform_id IS NOT NULL AND token_id IS NOT NULL)
    AND (kind = 'OPERATOR') = (operator_person_id IS NOT NULL))
);
CREATE INDEX console_sessions_of_token ON console_sessions (platform_id, token_id);
CREATE INDEX console_sessions_of_person ON console_sessions (operator_person_id) WHERE operator_person_id IS NOT NULL;

-- A console code opens one session of its token. It is deleted on use.
CREATE TABLE console_codes (
  code_hash   bytea PRIMARY KEY,
  platform_id text NOT NULL,
  token_id    text NOT NULL,
  expires_at  timestamptz NOT NULL,
  CONSTRAINT console_codes_token FOREIGN KEY (platform_id, token_id)
    REFERENCES api_tokens (platform_id, id) ON DELETE CASCADE
);
CREATE INDEX console_codes_of_token ON console_codes (platform_id, token_id);
