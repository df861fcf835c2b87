-- The token that got a sealed response, which is replayed to no other. Rows of earlier releases have none, so that nobody
-- gets their secrets again; they expire within a day.
ALTER TABLE idempotency_records ADD COLUMN token_id text;

-- Hash of a finding of a bank file: files that report the same again add no second finding.
ALTER TABLE bank_findings ADD COLUMN content text;
CREATE UNIQUE INDEX bank_findings_content ON bank_findings (content) WHERE content IS NOT NULL;

-- Credits that were reported without a reference of the bank: a later report with one adopts the first of them.
CREATE INDEX bank_credits_unreferenced ON bank_credits (fingerprint, nth) WHERE bank_reference IS NULL;
