-- Payments: what was offered, what became of it, and how much went out in a day.

ALTER TABLE transactions
  ADD COLUMN quote_id            text,
  -- Account ids or UMA addresses: what lists are filtered by.
  ADD COLUMN source_account      text,
  ADD COLUMN destination_account text,
  -- Shown as they are, never searched.
  ADD COLUMN details             jsonb NOT NULL DEFAULT '{}',
  -- The figures that every later phase is computed from; never shown.
  ADD COLUMN terms               jsonb,
  -- Of money that is collected from an account outside: how far that has come.
  ADD COLUMN pull                text CHECK (pull IN ('PENDING', 'COLLECTED', 'FAILED', 'RETURNED')),
  -- Changes without a version and without an event: it tells nothing of the payment.
  ADD COLUMN receipt_confirmed_at timestamptz;

UPDATE transactions SET destination_account = destination ->> 'accountId', source_account = source ->> 'accountId';

-- Each ends in the id, the order of every list. A customer keeps its platformCustomerId, so one index finds both; a type
-- or a status alone is read as one scan per pair of them, merged.
CREATE INDEX transactions_of_customer ON transactions (platform_id, platform_customer_id, id);
CREATE INDEX transactions_by_type_and_status ON transactions (platform_id, type, status, id);
CREATE INDEX transactions_by_source ON transactions (platform_id, source_account, id) WHERE source_account IS NOT NULL;
CREATE INDEX transactions_by_destination ON transactions (platform_id, destination_account, id)
  WHERE destination_account IS NOT NULL;
CREATE INDEX transactions_by_reference ON transactions (platform_id, reference);

-- An offer, never changed: its status is that of its transaction.
CREATE TABLE quotes (
  platform_id    text NOT NULL REFERENCES platforms (id),
  id             text NOT NULL,
  transaction_id text NOT NULL,
  customer_id    text,
  -- What sets it in motion: a call, a call after strong authentication, a wallet's stamp, or the money's arrival.
  set_off_by     text NOT NULL CHECK (set_off_by IN ('EXECUTE', 'SCA', 'STAMP', 'FUNDING')),
  -- As the API shows it, with its status left open.
  body           text NOT NULL,
  -- What executing it does, prepared so that nothing has to be read first.
  plan           text NOT NULL,
  expires_at     timestamptz NOT NULL,
  created_at     timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id)
);

-- What each owner has sent of each currency on each day of its platform's time.
CREATE TABLE daily_volumes (
  platform_id text NOT NULL REFERENCES platforms (id),
  owner_id    text NOT NULL,
  currency    text NOT NULL,
  day         date NOT NULL,
  sent        numeric NOT NULL,
  maximum     numeric NOT NULL,
  PRIMARY KEY (platform_id, owner_id, currency, day),
  CONSTRAINT daily_volumes_maximum CHECK (sent <= maximum)
) WITH (fillfactor = 70);
