-- Quotes and stored responses in a fraction of the bytes.

-- Body and first instruction for the rail, packed (transactions/quote-content.ts). A text that was stored before texts
-- were packed begins with the byte 0.
ALTER TABLE quotes ADD COLUMN content bytea;
UPDATE quotes SET content = '\x00'::bytea || convert_to(body || E'\n' || handed_off, 'UTF8');
ALTER TABLE quotes ALTER COLUMN content SET NOT NULL, ALTER COLUMN content SET STORAGE EXTERNAL,
  DROP COLUMN body, DROP COLUMN handed_off;

-- A packed response; `body` has those that are sealed or that report balances.
ALTER TABLE idempotency_records ADD COLUMN packed bytea;
ALTER TABLE idempotency_records ALTER COLUMN packed SET STORAGE EXTERNAL;
-- Reference to a resource from which exactly the same response is rebuilt.
ALTER TABLE idempotency_records ADD COLUMN rebuilt_from text;
-- Fingerprints are base64url now.
UPDATE idempotency_records SET fingerprint = rtrim(translate(encode(decode(fingerprint, 'hex'), 'base64'), '+/', '-_'), '=')
  WHERE fingerprint ~ '^[0-9a-f]{64}$';
