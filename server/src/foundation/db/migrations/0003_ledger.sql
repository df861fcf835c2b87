-- The ledger: accounts, entries between them, accumulators of system accounts, and totals of closed days.

-- A ledger account holds one balance in one currency, credit-positive: `posted` is the amount owed to the owner.
CREATE TABLE accounts (
  platform_id     text NOT NULL REFERENCES platforms (id),
  id              text NOT NULL,
  -- Name of a row in the chart of accounts.
  kind            text NOT NULL,
  currency        text NOT NULL,
  owner_id        text,
  -- Type of an account that the API shows; null for system accounts.
  type            text,
  status          text NOT NULL CHECK (status IN ('PENDING', 'ACTIVE', 'CLOSED', 'FROZEN', 'FAILED')),
  posted          bigint NOT NULL DEFAULT 0,
  held            bigint NOT NULL DEFAULT 0,
  -- Overdraft rule; null allows any balance.
  minimum         bigint,
  -- Set for embedded wallets by their first login.
  deposit_address text,
  is_private      boolean,
  -- Indexed in place of the balance: with the balance in an index, every posting would write to all indexes.
  has_money       boolean NOT NULL GENERATED ALWAYS AS (posted + held > 0) STORED,
  version         bigint NOT NULL DEFAULT 0,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  CONSTRAINT accounts_minimum CHECK (posted >= minimum),
  CONSTRAINT accounts_held CHECK (held >= 0),
  -- The API shows balances as JSON numbers, which are exact up to 2^53 - 1.
  CONSTRAINT accounts_maximum CHECK (type IS NULL OR posted + held <= 9007199254740991)
) WITH (
  fillfactor = 70,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.05
);
CREATE UNIQUE INDEX accounts_of_platform ON accounts (platform_id, currency) WHERE kind = 'platform';
CREATE UNIQUE INDEX accounts_of_owner ON accounts (platform_id, owner_id, currency, type) WHERE owner_id IS NOT NULL;
CREATE INDEX accounts_of_customers ON accounts (platform_id, id) WHERE kind = 'customer';
-- Finds the account of a funding reference, which contains the last 60 bits of its id
-- (providers/protocols/creditor-reference.ts).
CREATE INDEX accounts_funding_reference ON accounts (right(replace(id, '-', ''), 15)) WHERE type IS NOT NULL;
-- For metrics, which add up the suspense accounts of all platforms.
CREATE INDEX accounts_suspense ON accounts (currency) WHERE kind = 'suspense';
-- Search by the end of an id, as users copy it. Tables that every payment writes omit this index; their ids are
-- searched by prefix.
CREATE INDEX accounts_id_end ON accounts (platform_id, right(id, 8)) WHERE type IS NOT NULL;
-- For account lists: embedded wallets first, then accounts with money, then the others by currency.
CREATE INDEX accounts_wallets ON accounts (platform_id, id) WHERE type = 'EMBEDDED_WALLET';
CREATE INDEX accounts_funded ON accounts (platform_id, currency, id DESC) WHERE type <> 'EMBEDDED_WALLET' AND has_money;
CREATE INDEX accounts_by_currency ON accounts (platform_id, currency, id DESC) WHERE type <> 'EMBEDDED_WALLET';

-- A ledger entry is an immutable pair of a debit and a credit of the same amount.
CREATE TABLE ledger_entries (
  platform_id       text NOT NULL,
  transaction_id    text NOT NULL,
  phase             text NOT NULL,
  n                 smallint NOT NULL,
  debit_account_id  text NOT NULL,
  credit_account_id text NOT NULL,
  currency          text NOT NULL,
  amount            bigint NOT NULL CHECK (amount > 0),
  code              text NOT NULL,
  -- "phase/n" of the entry that this entry reverses.
  reverses          text,
  -- Account whose held balance the entry changes, and by how much.
  holder_id         text,
  held              bigint NOT NULL DEFAULT 0,
  created_at        timestamptz NOT NULL,
  CHECK (debit_account_id <> credit_account_id),
  CHECK ((holder_id IS NULL) = (held = 0))
) WITH (
  autovacuum_vacuum_insert_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.05
);
-- Entries are inserted in order of time, so a block covers a few time ranges, and the index takes a few bytes per
-- thousand entries. Several ranges per block, because sandbox clocks are ahead of real time.
CREATE INDEX ledger_entries_time ON ledger_entries
  USING brin (created_at timestamptz_minmax_multi_ops) WITH (pages_per_range = 32, autosummarize = on);
CREATE UNIQUE INDEX ledger_entries_key ON ledger_entries (uuid_of(platform_id), uuid_of(transaction_id), phase, n);

-- A pending total is an amount posted to a system account but not yet added to its balance, so that payments do not
-- wait for the lock of the account row.
CREATE TABLE pending_totals (
  platform_id text NOT NULL,
  account_id  text NOT NULL,
  posted      bigint NOT NULL,
  at          timestamptz NOT NULL
) WITH (
  -- The table is small and its rows are short-lived: vacuum after a fixed number of dead rows, at full speed.
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_cost_delay = 0
);
-- account_id leads because it is more selective: the few accounts with pending totals may all be of one platform.
CREATE INDEX pending_totals_of_account ON pending_totals (account_id, platform_id);

-- Current balances of all accounts, pending totals included.
CREATE VIEW account_balances AS
SELECT a.platform_id, a.id, a.kind, a.type, a.currency, a.posted + COALESCE(t.posted, 0)::bigint AS posted, a.held,
  a.minimum
FROM accounts a
LEFT JOIN (SELECT platform_id, account_id, sum(posted) AS posted FROM pending_totals GROUP BY platform_id, account_id) t
  ON t.platform_id = a.platform_id AND t.account_id = a.id;

-- Checks that both accounts of an entry exist and have its currency. One trigger per statement checks all its entries;
-- foreign keys would run one query per account and entry, an eighth of the database time of a payment.
CREATE FUNCTION require_accounts_of_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (
      SELECT platform_id, debit_account_id AS id, currency FROM written
      UNION SELECT platform_id, credit_account_id, currency FROM written
    ) leg
    WHERE leg.currency IS DISTINCT FROM
      (SELECT a.currency FROM accounts a WHERE a.platform_id = leg.platform_id AND a.id = leg.id))
  THEN
    RAISE foreign_key_violation USING
      CONSTRAINT = 'ledger_entries_accounts', TABLE = 'ledger_entries', MESSAGE = 'a move is between two accounts of its currency';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_entries_accounts AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION require_accounts_of_entries();
CREATE TRIGGER ledger_entries_accounts_changed AFTER UPDATE ON ledger_entries
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION require_accounts_of_entries();

-- Counterpart of the check above: an account with entries cannot be deleted or change its key or currency.
CREATE FUNCTION keep_account_of_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM ledger_entries m WHERE m.platform_id = OLD.platform_id AND OLD.id IN (m.debit_account_id, m.credit_account_id))
  THEN
    RAISE foreign_key_violation USING
      CONSTRAINT = 'accounts_entries', TABLE = 'accounts', MESSAGE = 'money has moved on this account: it stays';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_entries AFTER DELETE OR UPDATE OF platform_id, id, currency ON accounts
  FOR EACH ROW EXECUTE FUNCTION keep_account_of_entries();

-- A closed day accepts no further entries: the totals in the tables below are final. Days are in UTC.
CREATE TABLE ledger_closed_days (
  day       date PRIMARY KEY,
  closed_at timestamptz NOT NULL
);

-- An account day is the change of an account on a closed day and its balances at the end of that day. Accounts without
-- entries on a day have no row for it.
CREATE TABLE ledger_account_days (
  platform_id     text NOT NULL,
  account_id      text NOT NULL,
  day             date NOT NULL,
  -- Number of entries that debit or credit the account; 0 if only the held amount changed.
  entries         bigint NOT NULL,
  posted          bigint NOT NULL,
  held            bigint NOT NULL,
  -- Transactions of these entries if there are few, so that the entries can be read by key.
  transaction_ids text[],
  PRIMARY KEY (platform_id, account_id, day)
);

-- A flow day is the total that the entries of a closed day moved from one kind of account to another.
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
