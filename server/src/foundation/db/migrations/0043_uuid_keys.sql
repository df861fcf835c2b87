-- Indexes of the tables that every payment writes contain UUIDs of 16 bytes instead of ids of about 48 characters. Rows keep
-- the ids, so that archives of earlier releases can still be restored; indexes compute the UUID.

-- UUID of an id of the form `<Type>:<uuid>`. Any other text, such as the code of an invitation, has a hash.
CREATE FUNCTION uuid_of(id text) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT CASE WHEN length(split_part(id, ':', 2)) = 36 THEN split_part(id, ':', 2)::uuid 
  ELSE lpad(to_hex(hashtextextended(id, 0)), 32, '0')::uuid END $$;

ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_pkey;
CREATE UNIQUE INDEX ledger_entries_key ON ledger_entries (uuid_of(platform_id), uuid_of(transaction_id), phase, n);

DROP INDEX transactions_of_customer, transactions_by_type, transactions_by_source, transactions_by_destination,
  transactions_by_reference;
-- Texts that are only compared for equality are hashed: these indexes need no order of them.
CREATE INDEX transactions_of_customer ON transactions
  (uuid_of(platform_id), hashtextextended(platform_customer_id, 0), uuid_of(id));
CREATE INDEX transactions_by_reference ON transactions (uuid_of(platform_id), hashtextextended(reference, 0));
CREATE INDEX transactions_by_type ON transactions (uuid_of(platform_id), type, uuid_of(id));
CREATE INDEX transactions_by_source ON transactions
  (uuid_of(platform_id), hashtextextended(source_account, 0), uuid_of(id)) WHERE source_account IS NOT NULL;
CREATE INDEX transactions_by_destination ON transactions
  (uuid_of(platform_id), hashtextextended(destination_account, 0), uuid_of(id)) WHERE destination_account IS NOT NULL;

ALTER TABLE listed_statuses DROP CONSTRAINT listed_statuses_pkey;
CREATE UNIQUE INDEX listed_statuses_key ON listed_statuses (uuid_of(platform_id), type, status, uuid_of(id));

DROP INDEX jobs_of_platform;
CREATE INDEX jobs_of_platform ON jobs (uuid_of(platform_id), run_at) WHERE state = 'READY';

ALTER TABLE job_runs DROP CONSTRAINT job_runs_pkey;
CREATE UNIQUE INDEX job_runs_key ON job_runs (uuid_of(platform_id), uuid_of(resource_id), id);

DROP INDEX idempotency_records_expiry;
CREATE INDEX idempotency_records_expiry ON idempotency_records (uuid_of(platform_id), expires_at);
-- 132 bits of a hash distinguish the requests under one key.
UPDATE idempotency_records SET fingerprint = left(fingerprint, 22);

-- The unique index of each partition of events (db/periods.ts).
DO $$
DECLARE
  part text;
BEGIN
  FOR part IN
    SELECT c.relname FROM pg_class c
    WHERE c.relname ~ '^events_([0-9]{8}_[0-9]{8}|default)$' AND c.relkind = 'r'
      AND c.relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = 'events'::regclass)
  LOOP
    -- The partition of the rows that were there before the table was divided has a constraint.
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT IF EXISTS %I', part, part || '_sequence');
    EXECUTE format('DROP INDEX IF EXISTS %I', part || '_sequence');
    EXECUTE format('CREATE UNIQUE INDEX %I ON %I (platform_id, uuid_of(resource_id), sequence)', part || '_sequence', part);
  END LOOP;
END
$$;
