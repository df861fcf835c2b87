-- A quote that waits has its expiry in the row of its listed status. It becomes a job when it is due, which few quotes
-- live to see (transactions/quote-expiries.ts).

-- Expiry of a quote that was not executed yet, on the clock of the platform; null for any other transaction.
ALTER TABLE listed_statuses ADD COLUMN expires_at timestamptz;
-- The same moment in real time; changes when the clock of the platform is advanced.
ALTER TABLE listed_statuses ADD COLUMN due_at timestamptz;

WITH waiting AS (
  UPDATE listed_statuses l SET expires_at = j.run_at, due_at = j.due_at FROM jobs j
  WHERE j.kind = 'quote.expire' AND j.state = 'READY' AND j.attempts = 0 AND j.platform_id = l.platform_id
    AND l.id = 'Transaction:' || split_part(j.resource_id, ':', 2) AND l.type = 'OUTGOING'
    AND l.status IN ('CREATED', 'PENDING', 'PENDING_AUTHORIZATION')
  RETURNING j.platform_id, j.id)
DELETE FROM jobs j USING waiting w WHERE j.platform_id = w.platform_id AND j.id = w.id;

-- Workers enqueue the expiries of all platforms in order of time.
CREATE INDEX listed_statuses_due ON listed_statuses (due_at) WHERE due_at IS NOT NULL;
