-- A quote is part of the row of its transaction: both are written together, have the same UUID and share most of their
-- text. Its body, first instruction for the rail and limit are packed with the fixed part (transactions/quote-content.ts).
-- SQL cannot pack: the packed texts of earlier quotes stand side by side, each behind its length (kernel/packed-text.ts).

-- Expiry of the quote; null for a transaction without one.
ALTER TABLE transactions ADD COLUMN expires_at timestamptz;
UPDATE transactions t SET expires_at = q.expires_at, fixed = '\x02'::bytea
  || int4send(length(t.fixed)) || t.fixed || int4send(length(q.content)) || q.content
  || int4send(length(others.plain)) || others.plain
FROM quotes q
CROSS JOIN LATERAL (
  SELECT '\x00'::bytea || convert_to(json_build_object('triggeredBy', q.triggered_by, 'dailyMax', q.daily_max::text,
    'payerId', COALESCE(q.customer_id, q.platform_id))::text, 'UTF8')
) AS others(plain)
WHERE t.platform_id = q.platform_id AND t.id = q.transaction_id;
ALTER TABLE transactions DROP COLUMN quote_id;
DROP TABLE quotes;
