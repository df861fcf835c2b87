-- Operators of the service and the record of their actions.

-- An operator is a person with a credential for the operator API.
CREATE TABLE operators (
  id          text PRIMARY KEY,
  name        text NOT NULL,
  secret_hash bytea NOT NULL,
  created_at  timestamptz NOT NULL,
  expires_at  timestamptz,
  revoked_at  timestamptz
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
