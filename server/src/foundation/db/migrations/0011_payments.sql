-- Payments: lookups of receivers, quotes, transactions and daily limits.
-- Transactions, quotes and daily volumes have no foreign key to platforms, which cost a sixth of the database time of a
-- payment: platforms are never deleted, and the ledger audit checks platform_id (ledger/invariants.ts).

-- A lookup is the answer about a receiver, stored until it expires for the quote that follows.
CREATE TABLE lookups (
  platform_id     text NOT NULL REFERENCES platforms (id),
  id              text NOT NULL,
  receiver        jsonb NOT NULL,
  customer_id     text,
  currencies      text[] NOT NULL,
  required_fields jsonb NOT NULL,
  -- Offer of the provider of the receiver: callback URL and rates.
  counterparty    jsonb,
  expires_at      timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, customer_id) REFERENCES customers (platform_id, id)
);
-- Housekeeping deletes the expired lookups of all platforms.
CREATE INDEX lookups_expiry ON lookups (expires_at);

-- A transaction is one payment or card purchase; one table, so that one list shows all in one order.
CREATE TABLE transactions (
  platform_id          text NOT NULL,
  id                   text NOT NULL,
  type                 text NOT NULL CHECK (type IN ('INCOMING', 'OUTGOING', 'CARD')),
  direction            text NOT NULL CHECK (direction IN ('CREDIT', 'DEBIT')),
  status               text NOT NULL,
  customer_id          text NOT NULL,
  platform_customer_id text NOT NULL,
  quote_id             text,
  source               jsonb,
  -- Account id or UMA address, for the filters of lists.
  source_account       text,
  destination          jsonb NOT NULL,
  -- Account id or UMA address, for the filters of lists.
  destination_account  text,
  sent_amount          bigint,
  sent_currency        text,
  received_amount      bigint,
  received_currency    text,
  fees                 bigint CHECK (fees >= 0),
  -- Visible reference; for a card purchase the token of the issuer.
  reference            text NOT NULL,
  -- Members that the API shows unchanged.
  details              jsonb NOT NULL DEFAULT '{}',
  -- Amounts that all later phases are computed from; the API does not show them.
  terms                jsonb,
  -- Progress of the collection from an external account.
  pull                 text CHECK (pull IN ('PENDING', 'COLLECTED', 'FAILED', 'RETURNED')),
  version              bigint NOT NULL DEFAULT 1,
  created_at           timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL,
  settled_at           timestamptz,
  -- Set without a new version and without an event, because the payment itself does not change.
  receipt_confirmed_at timestamptz,
  PRIMARY KEY (platform_id, id)
) WITH (
  fillfactor = 85,
  -- The default of 20 % means millions of dead tuples in a table of this size.
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02
);
-- Lists are ordered by id, so their indexes end in it. platformCustomerId never changes: its index serves filters by
-- customer_id too.
CREATE INDEX transactions_of_customer ON transactions (platform_id, platform_customer_id, id);
-- A filter by type or status alone merges one scan per pair.
CREATE INDEX transactions_by_type_and_status ON transactions (platform_id, type, status, id);
CREATE INDEX transactions_by_source ON transactions (platform_id, source_account, id) WHERE source_account IS NOT NULL;
CREATE INDEX transactions_by_destination ON transactions (platform_id, destination_account, id)
  WHERE destination_account IS NOT NULL;
CREATE INDEX transactions_by_reference ON transactions (platform_id, reference);
CREATE UNIQUE INDEX transactions_card_token ON transactions (platform_id, reference) WHERE type = 'CARD';
-- Closing a card releases its open authorizations.
CREATE INDEX transactions_open_of_card ON transactions (platform_id, (details ->> 'cardId'), id)
  WHERE type = 'CARD' AND status IN ('AUTHORIZED', 'PARTIALLY_SETTLED');
-- Operators list the payments of all platforms that were neither paid nor refunded.
CREATE INDEX transactions_suspended ON transactions (id)
  WHERE status = 'FAILED' AND details -> 'refund' ->> 'status' = 'FAILED';

-- A quote is an immutable offer; its status is that of its transaction.
CREATE TABLE quotes (
  platform_id    text NOT NULL,
  id             text NOT NULL,
  transaction_id text NOT NULL,
  customer_id    text,
  -- Trigger of the execution: a request, a request after strong authentication, a wallet signature, or arriving money.
  triggered_by     text NOT NULL CHECK (triggered_by IN ('EXECUTE', 'SCA', 'STAMP', 'FUNDING')),
  -- Representation in the API, with a placeholder for the status.
  body           text NOT NULL,
  -- First instruction for the rail as JSON: the payout, or the pull that precedes it.
  handed_off    text NOT NULL,
  -- Daily limit of the payer in the currency that is sent.
  daily_max      bigint NOT NULL,
  expires_at     timestamptz NOT NULL,
  created_at     timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id)
);

-- A daily volume is the amount that an owner has sent in one currency on one day of the clock of the platform.
CREATE TABLE daily_volumes (
  platform_id text NOT NULL,
  owner_id    text NOT NULL,
  currency    text NOT NULL,
  day         date NOT NULL,
  sent        numeric NOT NULL,
  maximum     numeric NOT NULL,
  PRIMARY KEY (platform_id, owner_id, currency, day),
  -- Rejects the whole statement of a payment that exceeds the daily limit.
  CONSTRAINT daily_volumes_maximum CHECK (sent <= maximum)
) WITH (fillfactor = 70);
