-- What executing a quote does follows from its transaction and these two: the rows it will write need not be kept.
ALTER TABLE quotes
  -- What its rail is told first, as JSON: the payout, or the pull that it waits for.
  ADD COLUMN handed_over text NOT NULL DEFAULT '{}',
  -- How much its owner may send of the currency in a day.
  ADD COLUMN daily_max   bigint NOT NULL DEFAULT 0;

-- Only of those that can still be set in motion.
UPDATE quotes q SET
  handed_over = q.plan::jsonb #>> '{jobs_enqueued,0,payload}',
  daily_max = (q.plan::jsonb #>> '{volume_counted,0,maximum}')::bigint
FROM transactions t
WHERE t.platform_id = q.platform_id AND t.id = q.transaction_id AND t.status IN ('PENDING', 'PENDING_AUTHORIZATION');

ALTER TABLE quotes
  ALTER COLUMN handed_over DROP DEFAULT,
  ALTER COLUMN daily_max DROP DEFAULT,
  DROP COLUMN plan;
