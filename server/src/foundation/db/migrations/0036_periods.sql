-- Events, attempts of deliveries and runs of jobs are divided by time, so that old rows are removed by dropping a partition
-- (db/periods.ts). The keys are UUIDs of version 7: a range of ids is a range of times.

-- A restored period was read back from an archive. Its partitions stay until `kept_until`, however old they are.
CREATE TABLE restored_periods (
  starts_on  date PRIMARY KEY,
  ends_on    date NOT NULL,
  kept_until timestamptz NOT NULL
);

-- Rows that exist are not copied: their table becomes the first partition, which ends two days after the newest id, so that
-- servers which still run write into it as well. Other rows go to the partitions of later days or to the default one.
DO $$
DECLARE
  newest  uuid;
  day     date;
  bound   uuid;
  suffix  text;
  divided record;
  found   record;
  options text;
BEGIN
  SELECT id INTO newest FROM (
    SELECT e.id FROM platforms p CROSS JOIN LATERAL (
      SELECT id FROM events WHERE platform_id = split_part(p.id, ':', 2)::uuid ORDER BY id DESC LIMIT 1) e
    UNION ALL
    SELECT a.event_id FROM platforms p CROSS JOIN LATERAL (
      SELECT event_id FROM webhook_attempts WHERE platform_id = split_part(p.id, ':', 2)::uuid
      ORDER BY event_id DESC LIMIT 1) a
    UNION ALL
    (SELECT id FROM job_runs ORDER BY id DESC LIMIT 1)
  ) ids ORDER BY id DESC LIMIT 1;
  day := (to_timestamp(('x' || left(replace(newest::text, '-', ''), 12))::bit(48)::bigint / 1000) AT TIME ZONE 'UTC')::date + 2;
  bound := rpad(lpad(to_hex((extract(epoch FROM day) * 1000)::bigint), 12, '0'), 32, '0')::uuid;
  suffix := '19700101_' || COALESCE(to_char(day, 'YYYYMMDD'), '19700101');

  FOR divided IN SELECT * FROM (VALUES
    ('events', 'id', 'platform_id, id'),
    ('webhook_attempts', 'event_id', 'platform_id, event_id, number'),
    ('job_runs', 'id', 'platform_id, resource_id, id')) AS t(name, key, columns)
  LOOP
    SELECT COALESCE('WITH (' || array_to_string(reloptions, ', ') || ')', '') INTO options
    FROM pg_class WHERE oid = divided.name::regclass;
    FOR found IN
      SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE i.indrelid = divided.name::regclass
    LOOP
      EXECUTE format('ALTER INDEX %I RENAME TO %I', found.name,
        overlay(found.name PLACING divided.name || '_' || suffix FROM 1 FOR length(divided.name)));
    END LOOP;
    EXECUTE format('ALTER TABLE %I RENAME TO %I', divided.name, divided.name || '_' || suffix);
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE, '
      'CONSTRAINT %I PRIMARY KEY (%s)) PARTITION BY RANGE (%I)',
      divided.name, divided.name || '_' || suffix, divided.name || '_pkey', divided.columns, divided.key);
    EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT %s', divided.name || '_default', divided.name, options);
  END LOOP;

  -- Lists filtered by a frequent type scan the primary key; this index covers the other types.
  CREATE INDEX events_rare ON events (platform_id, type, id)
    WHERE type NOT IN ('OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.PROCESSING', 'OUTGOING_PAYMENT.COMPLETED',
      'INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.COMPLETED', 'INTERNAL_ACCOUNT.BALANCE_UPDATED');
  -- Unique within each partition, because a key of the whole table would have to contain the id.
  CREATE UNIQUE INDEX events_default_sequence ON events_default (platform_id, resource_id, sequence);
  -- Answers other than success, which are rare; events by the status of a success are found by scanning the primary key.
  CREATE INDEX webhook_attempts_answers ON webhook_attempts (platform_id, status, event_id)
    WHERE status NOT BETWEEN 200 AND 299;

  FOR divided IN SELECT unnest(ARRAY['events', 'webhook_attempts', 'job_runs']) AS name
  LOOP
    IF newest IS NULL THEN
      EXECUTE format('DROP TABLE %I', divided.name || '_' || suffix);
    ELSE
      -- Reads the table once, to check that its ids are in the range; its indexes are taken over.
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', divided.name,
        divided.name || '_' || suffix, '00000000-0000-0000-0000-000000000000', bound);
    END IF;
  END LOOP;
END
$$;
