-- Transactions: payments with their quotes, and card purchases.
--
-- These tables and daily_volumes have no foreign key to platforms: it would cost a sixth of the database time of a
-- payment. Platforms are never deleted, and the ledger audit checks platform_id (ledger/invariants.ts).

-- A transaction is one payment or card purchase, in one table so that one list shows all in order. The row of a payment
-- includes its quote: both are written together, have the same UUID and share most of their text. Columns that payments
-- change are in no index and stand together, so that an update stays on its page and logs few bytes.
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
  -- Id of the outgoing payment of the same platform that funds this incoming one.
  paid_by              text,
  -- Account id or UMA address, for list filters.
  source_account       text,
  destination_account  text,
  sent_currency        text,
  received_currency    text,
  -- Reference that users see; for a card purchase the token of the issuer.
  reference            text NOT NULL,
  -- Source, destination, terms, quote and further members of a payment (transactions/fixed-part.ts); null for card
  -- purchases. json keeps the order of members, which jsonb does not: the API repeats responses byte for byte.
  fixed                json,
  version              bigint NOT NULL DEFAULT 1,
  updated_at           timestamptz NOT NULL,
  settled_at           timestamptz,
  -- Confirmation by the receiver. Set without a new version or event, because the payment itself does not change.
  receipt_confirmed_at timestamptz,
  status               text NOT NULL,
  -- Progress of the collection from an external account.
  pull                 text CHECK (pull IN ('PENDING', 'COLLECTED', 'FAILED', 'RETURNED')),
  -- Members of the API that change, or that lists filter by.
  details              jsonb NOT NULL DEFAULT '{}',
  -- Amounts of a card purchase that the API does not show.
  terms                jsonb,
  -- Reports of rails that changed the transaction, oldest first, each with the sandbox rule that caused it.
  rail_reports         jsonb,
  PRIMARY KEY (platform_id, id)
) WITH (
  -- Leaves space on the page for a second version of every row, because every payment is updated soon after its insert.
  fillfactor = 50,
  -- At the default of 20 % a table of this size would collect millions of dead tuples.
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);
-- Compressed rather than moved to another table, which every read would join.
ALTER TABLE transactions ALTER COLUMN fixed SET STORAGE MAIN;
CREATE UNIQUE INDEX transactions_card_token ON transactions (platform_id, reference) WHERE type = 'CARD';
-- Finds the open authorizations to release when a card is closed.
CREATE INDEX transactions_of_card ON transactions (platform_id, card_id, id) WHERE card_id IS NOT NULL;
-- Lists are sorted by id, so every index ends in id. A customer's platformCustomerId never changes, so its index also
-- serves filters by customer_id. Texts compared only for equality are hashed, because these indexes need no order.
CREATE INDEX transactions_of_customer ON transactions
  (uuid_of(platform_id), hashtextextended(platform_customer_id, 0), uuid_of(id));
CREATE INDEX transactions_by_reference ON transactions (uuid_of(platform_id), hashtextextended(reference, 0));
CREATE INDEX transactions_by_type ON transactions (uuid_of(platform_id), type, uuid_of(id));
CREATE INDEX transactions_by_source ON transactions
  (uuid_of(platform_id), hashtextextended(source_account, 0), uuid_of(id)) WHERE source_account IS NOT NULL;
CREATE INDEX transactions_by_destination ON transactions
  (uuid_of(platform_id), hashtextextended(destination_account, 0), uuid_of(id)) WHERE destination_account IS NOT NULL;

-- A listed status is the status of a transaction outside the usual final statuses (COMPLETED, SETTLED). These few rows
-- serve lists by status and the expiry of quotes (transactions/quote-expiries.ts).
CREATE TABLE listed_statuses (
  platform_id  text NOT NULL,
  type         text NOT NULL,
  status       text NOT NULL,
  id           text NOT NULL,
  -- True if neither paid out nor refunded. Operators list these transactions of all platforms.
  is_suspended boolean NOT NULL,
  -- Expiry of a quote that is not executed yet, on the clock of the platform; null for other transactions.
  expires_at   timestamptz,
  -- Expiry in real time. Changes when the clock of the platform is advanced.
  due_at       timestamptz
) WITH (
  -- Vacuumed early, because the rows of payments in progress are short-lived.
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_cost_delay = 0
);
CREATE INDEX listed_statuses_suspended ON listed_statuses (id) WHERE is_suspended;
CREATE UNIQUE INDEX listed_statuses_key ON listed_statuses (uuid_of(platform_id), type, status, uuid_of(id));
-- Workers enqueue the expiries of all platforms in order of time.
CREATE INDEX listed_statuses_due ON listed_statuses (due_at) WHERE due_at IS NOT NULL;
