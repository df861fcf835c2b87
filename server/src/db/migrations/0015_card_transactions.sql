-- Purchases by card. Each is a row of `transactions`, so that one list has them all in one order; what it shows beyond
-- the columns is in `details`, what it draws on in `terms`.

-- What satisfied the narrower rule satisfies this one: there is nothing to look through.
ALTER TABLE transactions DROP CONSTRAINT transactions_type_check;
ALTER TABLE transactions ADD CONSTRAINT transactions_type_check
  CHECK (type IN ('INCOMING', 'OUTGOING', 'CARD')) NOT VALID;

-- The reference of a purchase is the token under which the issuer knows it.
CREATE UNIQUE INDEX transactions_card_token ON transactions (platform_id, reference) WHERE type = 'CARD';
-- What a card has still reserved, for its closing.
CREATE INDEX transactions_open_of_card ON transactions (platform_id, (details ->> 'cardId'), id)
  WHERE type = 'CARD' AND status IN ('AUTHORIZED', 'PARTIALLY_SETTLED');

-- What happened to a purchase, in order and never changed. Amounts are in the currency of the purchase. The summaries
-- that the API shows are sums of these.
CREATE TABLE card_transaction_events (
  platform_id    text NOT NULL,
  transaction_id text NOT NULL,
  n              integer NOT NULL,
  kind           text NOT NULL,
  amount         bigint NOT NULL CHECK (amount >= 0),
  account_id     text,
  -- Of a pull: whether it was certain at once.
  status         text CHECK (status IN ('PENDING', 'CONFIRMED')),
  -- Of what became of a pull: its number.
  pull_n         integer,
  -- Why it was declined, or who paid in place of the customer.
  reason         text,
  created_at     timestamptz NOT NULL,
  PRIMARY KEY (platform_id, transaction_id, n),
  -- A source that was taken away, or whose key was, makes NULL of the account: nothing is drawn on it.
  CONSTRAINT card_pull_has_source CHECK (kind <> 'PULL' OR account_id IS NOT NULL)
);
-- Each pull comes to one end.
CREATE UNIQUE INDEX card_transaction_events_of_pull ON card_transaction_events (platform_id, transaction_id, pull_n)
  WHERE pull_n IS NOT NULL;

-- What the issuer-processor has told, each message once, and what it was answered. WAITING: it came before what it is
-- about, and is applied when that comes.
CREATE TABLE card_messages (
  platform_id text NOT NULL,
  id          text NOT NULL,
  card_id     text NOT NULL,
  token       text NOT NULL,
  body        jsonb NOT NULL,
  state       text NOT NULL CHECK (state IN ('DONE', 'WAITING')),
  answer      text NOT NULL,
  created_at  timestamptz NOT NULL,
  CONSTRAINT card_messages_pkey PRIMARY KEY (platform_id, id)
) WITH (fillfactor = 90);
CREATE INDEX card_messages_waiting ON card_messages (platform_id, token, created_at) WHERE state = 'WAITING';
