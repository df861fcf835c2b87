-- Cards close with their holder: what was deleted before that was so is deleted to them now, which also tells their
-- platforms and releases what they have reserved.
INSERT INTO jobs (platform_id, id, kind, resource_id, payload, run_at, due_at, created_at)
SELECT c.platform_id, 'TimedJob:' || gen_random_uuid(), 'customer.deleted', c.id, '{}', c.updated_at,
  c.updated_at - p.clock_offset_ms * interval '1 millisecond', c.updated_at
FROM customers c JOIN platforms p ON p.id = c.platform_id
WHERE c.is_deleted AND EXISTS (
  SELECT 1 FROM cards k WHERE k.platform_id = c.platform_id AND k.cardholder_id = c.id AND k.state <> 'CLOSED');

-- Delegated keys end with the source they were given for.
UPDATE delegated_keys k SET status = 'REVOKED', updated_at = f.detached_at
FROM card_funding_sources f
WHERE f.platform_id = k.platform_id AND f.id = k.funding_source_id AND f.detached_at IS NOT NULL AND k.status <> 'REVOKED';
