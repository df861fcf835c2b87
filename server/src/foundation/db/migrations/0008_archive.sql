-- Archives of periods.

-- An archive key is a key of the authentication codes of archives (archive/authentication-code.ts). The first one is used
-- for new files.
CREATE TABLE archive_keys (
  id            text PRIMARY KEY,
  -- Sealed by the vault, so that a rotation of data keys and master keys leaves existing files valid.
  secret_sealed text NOT NULL,
  created_at    timestamptz NOT NULL
);
