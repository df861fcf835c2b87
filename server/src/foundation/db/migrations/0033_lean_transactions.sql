-- Transactions in half of the bytes: what never changes is packed and written once, no index contains a column that a
-- payment changes, and changed columns stand together, so that an update stays on its page and logs few bytes.

ALTER TABLE transactions RENAME TO wide_transactions;
ALTER TABLE wide_transactions RENAME CONSTRAINT transactions_pkey TO wide_transactions_pkey;
DROP INDEX transactions_of_customer, transactions_by_type_and_status, transactions_by_source, transactions_by_destination,
  transactions_by_reference, transactions_card_token, transactions_open_of_card, transactions_suspended;

CREATE TABLE transactions (
  platform_id          text NOT NULL,
  id                   text NOT NULL,
  created_at           timestamptz NOT NULL,
  sent_amount          bigint,
  received_amount      bigint,
  fees                 bigint CHECK (fees >= 0),
  type                 text NOT NULL CHECK (type IN ('INCOMING', 'OUTGOING', 'CARD')),
  direction            text NOT NULL CHECK (direction IN ('CREDIT', 'DEBIT')),
  customer_id          text NOT NULL,
  platform_customer_id text NOT NULL,
  quote_id             text,
  card_id              text,
  -- Outgoing payment of the same platform that funds this incoming one.
  paid_by              text,
  -- Account id or UMA address, for the filters of lists.
  source_account       text,
  destination_account  text,
  sent_currency        text,
  received_currency    text,
  -- Visible reference; for a card purchase the token of the issuer.
  reference            text NOT NULL,
  -- Source, destination, terms and further members of a payment (transactions/fixed-part.ts); null for card purchases.
  fixed                bytea,
  version              bigint NOT NULL DEFAULT 1,
  updated_at           timestamptz NOT NULL,
  settled_at           timestamptz,
  -- Set without a new version and without an event, because the payment itself does not change.
  receipt_confirmed_at timestamptz,
  status               text NOT NULL,
  -- Progress of the collection from an external account.
  pull                 text CHECK (pull IN ('PENDING', 'COLLECTED', 'FAILED', 'RETURNED')),
  -- Members that the API shows and that change or are searched.
  details              jsonb NOT NULL DEFAULT '{}',
  -- Amounts of a card purchase that the API does not show.
  terms                jsonb,
  -- Reports of rails that changed the transaction, oldest first, each with the sandbox rule that selected it.
  rail_reports         jsonb,
  PRIMARY KEY (platform_id, id)
) WITH (
  -- Space for a second version of every row: payments that were written together are also updated together.
  fillfactor = 50,
  -- The default of 20 % means millions of dead tuples in a table of this size.
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);
-- The fixed part is packed already.
ALTER TABLE transactions ALTER COLUMN fixed SET STORAGE EXTERNAL;

INSERT INTO transactions (platform_id, id, created_at, sent_amount, received_amount, fees, type, direction, customer_id,
  platform_customer_id, quote_id, card_id, paid_by, source_account, destination_account, sent_currency, received_currency,
  reference, fixed, version, updated_at, settled_at, receipt_confirmed_at, status, pull, details, terms, rail_reports)
SELECT platform_id, id, created_at, sent_amount, received_amount, fees, type, direction, customer_id,
  platform_customer_id, quote_id, CASE WHEN type = 'CARD' THEN details ->> 'cardId' END,
  CASE WHEN type <> 'CARD' THEN terms ->> 'paidBy' END, source_account, destination_account, sent_currency,
  received_currency, reference,
  -- A text that was stored before texts were packed begins with the byte 0.
  CASE WHEN type <> 'CARD' THEN '\x00'::bytea || convert_to(jsonb_build_object('source', source,
    'destination', destination, 'details', details, 'terms', terms)::text, 'UTF8') END,
  version, updated_at, settled_at, receipt_confirmed_at, status, pull,
  CASE WHEN type = 'CARD' THEN details ELSE (
    SELECT COALESCE(jsonb_object_agg(key, value), '{}') FROM jsonb_each(details)
    WHERE key IN ('agentId', 'failureReason', 'pendingReason', 'refund', 'rejectionReason')) END,
  CASE WHEN type = 'CARD' THEN terms END,
  (SELECT jsonb_agg(r || jsonb_build_object('rail',
    CASE WHEN r ->> 'leg' = 'PULL' THEN terms -> 'pull' -> 'rail' ELSE terms -> 'rail' END))
    FROM jsonb_array_elements(rail_reports) AS r)
FROM wide_transactions;

-- Lists are ordered by id, so their indexes end in it. platformCustomerId never changes: its index serves filters by
-- customer_id too.
CREATE INDEX transactions_of_customer ON transactions (platform_id, platform_customer_id, id);
CREATE INDEX transactions_by_type ON transactions (platform_id, type, id);
CREATE INDEX transactions_by_source ON transactions (platform_id, source_account, id) WHERE source_account IS NOT NULL;
CREATE INDEX transactions_by_destination ON transactions (platform_id, destination_account, id)
  WHERE destination_account IS NOT NULL;
CREATE INDEX transactions_by_reference ON transactions (platform_id, reference);
CREATE UNIQUE INDEX transactions_card_token ON transactions (platform_id, reference) WHERE type = 'CARD';
-- Closing a card releases its open authorizations.
CREATE INDEX transactions_of_card ON transactions (platform_id, card_id, id) WHERE card_id IS NOT NULL;

-- A listed status is the status of a transaction that has not ended as most do (COMPLETED, SETTLED). The few rows serve
-- the lists by status.
CREATE TABLE listed_statuses (
  platform_id  text NOT NULL,
  type         text NOT NULL,
  status       text NOT NULL,
  id           text NOT NULL,
  -- Neither paid nor refunded: operators list these of all platforms.
  is_suspended boolean NOT NULL,
  PRIMARY KEY (platform_id, type, status, id)
) WITH (
  -- Rows of payments in progress are short-lived.
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_cost_delay = 0
);
CREATE INDEX listed_statuses_suspended ON listed_statuses (id) WHERE is_suspended;

INSERT INTO listed_statuses (platform_id, type, status, id, is_suspended)
SELECT platform_id, type, status, id,
  type <> 'CARD' AND status = 'FAILED' AND COALESCE(details -> 'refund' ->> 'status' = 'FAILED', false)
FROM transactions WHERE status NOT IN ('COMPLETED', 'SETTLED');

ALTER TABLE uma_approvals DROP CONSTRAINT uma_approvals_platform_id_transaction_id_fkey,
  ADD FOREIGN KEY (platform_id, transaction_id) REFERENCES transactions (platform_id, id);
DROP TABLE wide_transactions;
