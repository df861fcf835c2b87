-- Lists of accounts: embedded wallets first, then accounts with money, then the others by currency.

-- A column of its own, so that the index below changes only when an account becomes empty or stops being empty: with the
-- balances in an index every posting would write to all indexes of the table.
ALTER TABLE accounts ADD COLUMN has_money boolean NOT NULL GENERATED ALWAYS AS (posted + held > 0) STORED;

CREATE INDEX accounts_wallets ON accounts (platform_id, id) WHERE type = 'EMBEDDED_WALLET';
CREATE INDEX accounts_funded ON accounts (platform_id, currency, id DESC) WHERE type <> 'EMBEDDED_WALLET' AND has_money;
CREATE INDEX accounts_by_currency ON accounts (platform_id, currency, id DESC) WHERE type <> 'EMBEDDED_WALLET';
