-- Tables and functions that any module may use.
--
-- Conventions of all migrations: the application creates ids and timestamps, so no default depends on the clock.
-- platform_id leads keys and indexes; docs/architecture.md lists the exceptions. Amounts are in the smallest unit of their
-- currency. A column that ends in _sealed is encrypted; a secret in a column that ends in _hash is stored as a keyed hash.

-- The UUID of an id of the form `<Type>:<uuid>`, or a hash of any other text, such as the code of an invitation. Tables
-- that every payment writes index these 16 bytes instead of ids of about 48 characters.
CREATE FUNCTION uuid_of(id text) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT CASE WHEN length(split_part(id, ':', 2)) = 36 THEN split_part(id, ':', 2)::uuid
  ELSE lpad(to_hex(hashtextextended(id, 0)), 32, '0')::uuid END $$;

-- Data keys encrypt and hash secrets. They are wrapped by the master key, which is not in the database.
CREATE TABLE data_keys (
  id         text PRIMARY KEY,
  purpose    text NOT NULL CHECK (purpose IN ('SEAL', 'HASH')),
  wrapped    text NOT NULL,
  created_at timestamptz NOT NULL
);

-- A restored period is a range of days whose rows in divided tables were read back from an archive (db/periods.ts).
CREATE TABLE restored_periods (
  starts_on  date PRIMARY KEY,
  ends_on    date NOT NULL,
  -- Until this time the partitions are kept regardless of the retention time.
  kept_until timestamptz NOT NULL
);
