-- Reports of the ledger: balances at any moment, flows between kinds of accounts, results of checks.

-- Entries are appended in the order of time, so a range of blocks is a range of times: the index has a few bytes per
-- thousand entries and costs an insert nothing. Clocks of sandboxes are ahead of the others, hence several ranges per block.
CREATE INDEX ledger_entries_time ON ledger_entries
  USING brin (created_at timestamptz_minmax_multi_ops) WITH (pages_per_range = 32, autosummarize = on);

-- A closed day gets no further entries: its totals are final. Days are in UTC.
CREATE TABLE ledger_closed_days (
  day       date PRIMARY KEY,
  closed_at timestamptz NOT NULL
);

-- Changes of an account on a closed day, and its balances at the end of it. An account without entries has no row.
CREATE TABLE ledger_account_days (
  platform_id     text NOT NULL,
  account_id      text NOT NULL,
  day             date NOT NULL,
  -- Entries that debit or credit the account; a row with none has changes of the held amount only.
  entries         bigint NOT NULL,
  posted          bigint NOT NULL,
  held            bigint NOT NULL,
  -- Transactions of these entries, if they are few: then the entries are read by their key.
  transaction_ids text[],
  PRIMARY KEY (platform_id, account_id, day)
);

-- Amounts that entries of a closed day have moved from one kind of account to another.
CREATE TABLE ledger_flow_days (
  platform_id text NOT NULL,
  day         date NOT NULL,
  currency    text NOT NULL,
  debit_kind  text NOT NULL,
  credit_kind text NOT NULL,
  amount      bigint NOT NULL,
  entries     bigint NOT NULL,
  PRIMARY KEY (platform_id, day, currency, debit_kind, credit_kind)
);

-- The last run of the checks over the books of a platform.
CREATE TABLE ledger_check_runs (
  platform_id  text PRIMARY KEY REFERENCES platforms (id),
  id           text NOT NULL,
  requested_at timestamptz NOT NULL,
  finished_at  timestamptz,
  results      jsonb
);
