-- A card dispute contests a cleared amount of a purchase at the card network. The newest one of a purchase is also part of
-- its details, which the purchase's version guards.
CREATE TABLE card_disputes (
  platform_id          text NOT NULL,
  id                   text NOT NULL,
  card_id              text NOT NULL,
  -- Key of the purchase in transactions.
  transaction_id       text NOT NULL,
  customer_id          text NOT NULL,
  platform_customer_id text NOT NULL,
  status               text NOT NULL CHECK (status IN ('OPEN', 'WON', 'LOST')),
  -- Credit of the disputed amount to the customer. OWED: it was reversed, but the customer could not cover it.
  credit_status        text NOT NULL CHECK (credit_status IN ('NONE', 'GRANTED', 'REVERSED', 'OWED')),
  reason               text NOT NULL,
  amount               bigint NOT NULL CHECK (amount > 0),
  currency             text NOT NULL,
  version              bigint NOT NULL,
  created_at           timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL,
  closed_at            timestamptz,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, card_id) REFERENCES cards (platform_id, id),
  CHECK ((status = 'OPEN') = (closed_at IS NULL))
) WITH (fillfactor = 90);
CREATE UNIQUE INDEX card_disputes_open ON card_disputes (platform_id, transaction_id) WHERE status = 'OPEN';
CREATE INDEX card_disputes_of_transaction ON card_disputes (platform_id, transaction_id, id);
CREATE INDEX card_disputes_of_card ON card_disputes (platform_id, card_id, id);
CREATE INDEX card_disputes_in_status ON card_disputes (platform_id, status, id);
