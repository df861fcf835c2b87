-- Tables of the lean execute (lean.sql): the least that a durable payment writes. They have as many rows as the tables
-- of the service, so that indexes are as deep.

CREATE SCHEMA lean;

-- The last five digits number the customer. Kind 0 is the account of the customer, kinds 1 to 4 are system accounts
-- (fees, positions in dollars and pounds, payouts in transit), one per customer, so that no payment waits for another.
CREATE TABLE lean.accounts (
  id      uuid PRIMARY KEY,
  balance bigint NOT NULL,
  minimum bigint,
  CHECK (balance >= minimum)
) WITH (fillfactor = 70);
INSERT INTO lean.accounts
SELECT ('01900000-0000-700' || kind || '-8000-0000000' || customer)::uuid,
  CASE kind WHEN 0 THEN 1000000000 ELSE 0 END, CASE kind WHEN 0 THEN 0 END
FROM generate_series(0, 4) AS kind, generate_series(10000, 19999) AS customer;

CREATE TABLE lean.quotes (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  sent       bigint NOT NULL,
  fee        bigint NOT NULL,
  received   bigint NOT NULL,
  status     text NOT NULL,
  expires_at timestamptz NOT NULL
) WITH (fillfactor = 70);
INSERT INTO lean.quotes
SELECT ('01800000-0000-7000-8000-' || 100000000000 + n)::uuid, '01900000-0000-7000-8000-000000010000',
  10000, 100, 7500, 'EXECUTED', now()
FROM generate_series(1, (SELECT count(*) FROM transactions WHERE expires_at IS NOT NULL)) AS n;

CREATE TABLE lean.transactions (
  id         uuid PRIMARY KEY,
  quote_id   uuid NOT NULL,
  account_id uuid NOT NULL,
  sent       bigint NOT NULL,
  fee        bigint NOT NULL,
  received   bigint NOT NULL,
  status     text NOT NULL,
  created_at timestamptz NOT NULL
);
INSERT INTO lean.transactions
SELECT ('01800000-0000-7001-8000-' || 100000000000 + n)::uuid, ('01800000-0000-7000-8000-' || 100000000000 + n)::uuid,
  '01900000-0000-7000-8000-000000010000', 10000, 100, 7500, 'PROCESSING', now()
FROM generate_series(1, (SELECT count(*) FROM transactions)) AS n;

CREATE TABLE lean.entries (
  transaction_id    uuid NOT NULL,
  n                 smallint NOT NULL,
  debit_account_id  uuid NOT NULL,
  credit_account_id uuid NOT NULL,
  currency          text NOT NULL,
  amount            bigint NOT NULL CHECK (amount > 0),
  created_at        timestamptz NOT NULL,
  PRIMARY KEY (transaction_id, n)
);
INSERT INTO lean.entries
SELECT ('01800000-0000-7001-8000-' || 100000000000 + n / 3)::uuid, n % 3, '01900000-0000-7000-8000-000000010000',
  '01900000-0000-7001-8000-000000010000', 'USD', 100, now()
FROM generate_series(1, (SELECT count(*) FROM ledger_entries)) AS n;

CREATE TABLE lean.outbox (
  id         uuid PRIMARY KEY,
  payload    text NOT NULL,
  created_at timestamptz NOT NULL
);
INSERT INTO lean.outbox
SELECT ('01800000-0000-7002-8000-' || 100000000000 + n)::uuid, repeat('-', 250), now()
FROM generate_series(1, (SELECT count(*) FROM events)) AS n;

CREATE TABLE lean.idempotency_records (
  key        text PRIMARY KEY,
  status     smallint NOT NULL,
  body       text NOT NULL,
  expires_at timestamptz NOT NULL
);
INSERT INTO lean.idempotency_records
SELECT '01800000-0000-7003-8000-' || 100000000000 + n, 200, repeat('-', 150), now()
FROM generate_series(1, (SELECT count(*) FROM idempotency_records)) AS n;

-- The bench creates these tables, and the role of the server uses them.
GRANT USAGE ON SCHEMA lean TO PUBLIC;
GRANT ALL ON ALL TABLES IN SCHEMA lean TO PUBLIC;

ANALYZE lean.accounts, lean.quotes, lean.transactions, lean.entries, lean.outbox, lean.idempotency_records;
