-- What operators have to decide, of all platforms: few rows, found without reading those that have failed and are over.
CREATE INDEX transactions_suspended ON transactions (id)
  WHERE status = 'FAILED' AND details -> 'refund' ->> 'status' = 'FAILED';
