-- The token that got a sealed response, which is replayed to no other. Rows of earlier releases have none, so that nobody
-- gets their secrets again; they expire within a day.
ALTER TABLE idempotency_records ADD COLUMN token_id text;
