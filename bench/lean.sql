-- The lean execute, called by pgbench: the least that a durable payment writes, as one statement. Compare-and-set of the
-- quote, three entries with the balances of their five accounts, one transaction, one event, one stored response.
\set i :i + 1
\set n :i * :clients + :client_id
\set u :batch * 1000000000 + :n
\set s 10000 + mod(:n * 1511, 5000)
WITH ids AS (
  SELECT ('01900000-0000-7001-8000-' || :u)::uuid AS transaction_id,
    ('01900000-0000-7001-8000-0000000' || :s)::uuid AS fees,
    ('01900000-0000-7002-8000-0000000' || :s)::uuid AS dollars,
    ('01900000-0000-7003-8000-0000000' || :s)::uuid AS pounds,
    ('01900000-0000-7004-8000-0000000' || :s)::uuid AS transit
), quote AS (
  UPDATE lean.quotes SET status = 'EXECUTED'
  WHERE id = ('01900000-0000-7000-8000-' || :u)::uuid AND status = 'PENDING' AND expires_at > now()
  RETURNING id, account_id, sent, fee, received
), balances AS (
  UPDATE lean.accounts a SET balance = a.balance + change.amount
  FROM quote, ids, LATERAL (VALUES
    (account_id, -sent), (fees, fee), (dollars, sent - fee), (pounds, -received), (transit, received)
  ) AS change (account_id, amount)
  WHERE a.id = change.account_id
), entries AS (
  INSERT INTO lean.entries (transaction_id, n, debit_account_id, credit_account_id, currency, amount, created_at)
  SELECT transaction_id, entry.*, now() FROM quote, ids, LATERAL (VALUES
    (1, account_id, fees, 'USD', fee), (2, account_id, dollars, 'USD', sent - fee), (3, pounds, transit, 'GBP', received)
  ) AS entry
), transaction AS (
  INSERT INTO lean.transactions (id, quote_id, account_id, sent, fee, received, status, created_at)
  SELECT transaction_id, id, account_id, sent, fee, received, 'PROCESSING', now() FROM quote, ids
  RETURNING *
), event AS (
  INSERT INTO lean.outbox (id, payload, created_at)
  SELECT ('01900000-0000-7002-8000-' || :u)::uuid,
    format('{"type":"OUTGOING_PAYMENT.PROCESSING","data":{"id":"%s","quoteId":"%s","accountId":"%s","sent":%s,"fee":%s,"received":%s}}',
      id, quote_id, account_id, sent, fee, received), created_at
  FROM transaction
), answer AS (
  INSERT INTO lean.idempotency_records (key, status, body, expires_at)
  SELECT '01900000-0000-7003-8000-' || :u, 200, format('{"transactionId":"%s","status":"PROCESSING"}', id),
    created_at + interval '1 day'
  FROM transaction
)
-- A quote that is missing fails the run instead of making it faster.
SELECT 1 / count(*) FROM quote;
