-- Archives of periods.

-- An archive key computes the authentication codes of archives (archive/authentication-code.ts). New files use the
-- oldest key.
CREATE TABLE archive_keys (
  id            text PRIMARY KEY,
  -- Sealed by the vault, so that existing files stay valid when data keys or master keys are rotated.
  secret_sealed text NOT NULL,
  created_at    timestamptz NOT NULL
);
