-- Transactions: payments with their quotes, and card purchases.
--
-- These tables and daily_volumes have no foreign key to platforms, which cost a sixth of the database time of a payment:
-- platforms are never deleted, and the ledger audit checks platform_id (ledger/invariants.ts).

-- A transaction is one payment or card purchase; one table, so that one list shows all in one order. A payment has its
-- quote in its row: both are written together, have the same UUID and share most of their text.
-- No index contains a column that a payment changes, and these columns stand together, so that an update stays on its page
-- and logs few bytes.
CREATE TABLE transactions (
  platform_id          text NOT NULL,
  id                   text NOT NULL,
  created_at           timestamptz NOT NULL,
  -- Expiry of the quote; null for a transaction without one.
  expires_at           timestamptz,
  sent_amount          bigint,
  received_amount      bigint,
  fees                 bigint CHECK (fees >= 0),
  type                 text NOT NULL CHECK (type IN ('INCOMING', 'OUTGOING', 'CARD')),
  direction            text NOT NULL CHECK (direction IN ('CREDIT', 'DEBIT')),
  customer_id          text NOT NULL,
  platform_customer_id text NOT NULL,
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
  -- Source, destination, terms, quote and further members of a payment (transactions/fixed-part.ts); null for card
  -- purchases. json keeps the order of members, which jsonb does not: the API repeats responses byte for byte.
  fixed                json,
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
-- Compressed rather than moved to another table, which every read would join.
ALTER TABLE transactions ALTER COLUMN fixed SET STORAGE MAIN;
CREATE UNIQUE INDEX transactions_card_token ON transactions (platform_id, reference) WHERE type = 'CARD';
-- Closing a card releases its open authorizations.
CREATE INDEX transactions_of_card ON transactions (platform_id, card_id, id) WHERE card_id IS NOT NULL;
-- Lists are ordered by id, so their indexes end in it. platformCustomerId never changes: its index serves filters by
-- customer_id too. Texts that are only compared for equality are hashed: these indexes need no order of them.
CREATE INDEX transactions_of_customer ON transactions
  (uuid_of(platform_id), hashtextextended(platform_customer_id, 0), uuid_of(id));
CREATE INDEX transactions_by_reference ON transactions (uuid_of(platform_id), hashtextextended(reference, 0));
CREATE INDEX transactions_by_type ON transactions (uuid_of(platform_id), type, uuid_of(id));
CREATE INDEX transactions_by_source ON transactions
  (uuid_of(platform_id), hashtextextended(source_account, 0), uuid_of(id)) WHERE source_account IS NOT NULL;
CREATE INDEX transactions_by_destination ON transactions
  (uuid_of(platform_id), hashtextextended(destination_account, 0), uuid_of(id)) WHERE destination_account IS NOT NULL;

-- A listed status is the status of a transaction that has not ended as most do (COMPLETED, SETTLED). The few rows serve
-- the lists by status, and the expiry of quotes (transactions/quote-expiries.ts).
CREATE TABLE listed_statuses (
  platform_id  text NOT NULL,
  type         text NOT NULL,
  status       text NOT NULL,
  id           text NOT NULL,
  -- Neither paid out nor refunded: operators list these of all platforms.
  is_suspended boolean NOT NULL,
  -- Expiry of a quote that was not executed yet, on the clock of the platform; null for any other transaction.
  expires_at   timestamptz,
  -- The same moment in real time; changes when the clock of the platform is advanced.
  due_at       timestamptz
) WITH (
  -- Rows of payments in progress are short-lived.
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_cost_delay = 0
);
CREATE INDEX listed_statuses_suspended ON listed_statuses (id) WHERE is_suspended;
CREATE UNIQUE INDEX listed_statuses_key ON listed_statuses (uuid_of(platform_id), type, status, uuid_of(id));
-- Workers enqueue the expiries of all platforms in order of time.
CREATE INDEX listed_statuses_due ON listed_statuses (due_at) WHERE due_at IS NOT NULL;
