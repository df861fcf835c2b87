-- Debit cards: cards, their funding sources, the display of card numbers, purchases and disputes.

-- A card is a virtual debit card of a customer.
CREATE TABLE cards (
  platform_id               text NOT NULL,
  id                        text NOT NULL,
  cardholder_id             text NOT NULL,
  platform_card_id          text NOT NULL,
  state                     text NOT NULL CHECK (state IN ('PENDING_KYC', 'PROCESSING', 'ACTIVE', 'FROZEN', 'CLOSED')),
  state_reason              text CHECK (state_reason IN ('ISSUER_REJECTED', 'CLOSED_BY_PLATFORM', 'CLOSED_BY_SERVICE')),
  brand                     text CHECK (brand IN ('VISA', 'MASTERCARD')),
  form                      text NOT NULL CHECK (form = 'VIRTUAL'),
  -- Visible parts of details_sealed, set when the issuer accepts the card.
  last4                     text,
  exp_month                 smallint,
  exp_year                  smallint,
  currency                  text NOT NULL,
  max_spend_per_transaction bigint CHECK (max_spend_per_transaction > 0),
  processor_ref             text,
  issuer_ref                text,
  -- Number, security code and expiry.
  details_sealed            text,
  -- Keyed hash that detects duplicate numbers without revealing them.
  pan_hash                  bytea,
  version                   bigint NOT NULL,
  created_at                timestamptz NOT NULL,
  updated_at                timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, cardholder_id) REFERENCES customers (platform_id, id),
  CHECK ((state = 'CLOSED') = (state_reason IS NOT NULL))
) WITH (fillfactor = 85);
CREATE UNIQUE INDEX cards_platform_card_id ON cards (platform_id, platform_card_id);
CREATE INDEX cards_of_cardholder ON cards (platform_id, cardholder_id, id);
CREATE INDEX cards_in_state ON cards (platform_id, state, id);
-- Unique over all platforms, because messages of the processor do not name a platform.
CREATE UNIQUE INDEX cards_number ON cards (pan_hash);
CREATE UNIQUE INDEX cards_processor_ref ON cards (processor_ref);
-- Search by the end of an id, and by the visible digits.
CREATE INDEX cards_id_end ON cards (platform_id, right(id, 8));
CREATE INDEX cards_last4 ON cards (platform_id, last4);

-- A funding source is an account that a card draws on, in the order of `position`. A detached source keeps its row, so
-- that a later attachment of the same account has its own purchases and keys.
CREATE TABLE card_funding_sources (
  platform_id text NOT NULL,
  id          text NOT NULL,
  card_id     text NOT NULL,
  account_id  text NOT NULL,
  position    smallint NOT NULL,
  created_at  timestamptz NOT NULL,
  detached_at timestamptz,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, card_id) REFERENCES cards (platform_id, id),
  FOREIGN KEY (platform_id, account_id) REFERENCES accounts (platform_id, id)
);
-- Without statistics the planner picks the newest of the indexes that begin with the same column. This one begins with
-- account_id and is created first, so purchases avoid it: it would read the sources of all cards.
CREATE INDEX card_funding_sources_of_account ON card_funding_sources (account_id, platform_id)
  WHERE detached_at IS NULL;
CREATE UNIQUE INDEX card_funding_sources_attached ON card_funding_sources (platform_id, card_id, account_id)
  WHERE detached_at IS NULL;

-- A card reveal is a link that shows a card number once; the row records who requested it and when it was opened.
CREATE TABLE card_reveals (
  platform_id text NOT NULL,
  id          text NOT NULL,
  card_id     text NOT NULL,
  -- API token of the request; no foreign key, because the record outlives the token.
  token_id    text NOT NULL,
  token_hash  bytea NOT NULL,
  expires_at  timestamptz NOT NULL,
  opened_at   timestamptz,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, card_id) REFERENCES cards (platform_id, id)
);
-- Requests of the page contain only the token of its link, not the platform.
CREATE UNIQUE INDEX card_reveals_token ON card_reveals (token_hash);
CREATE INDEX card_reveals_of_card ON card_reveals (platform_id, card_id, id);

-- A card transaction event is one immutable step of a purchase, in the currency of the purchase. The API shows sums of
-- these rows.
CREATE TABLE card_transaction_events (
  platform_id    text NOT NULL,
  transaction_id text NOT NULL,
  n              integer NOT NULL,
  kind           text NOT NULL,
  amount         bigint NOT NULL CHECK (amount >= 0),
  account_id     text,
  -- CONFIRMED if the debit of the funding source was final at once.
  status         text CHECK (status IN ('PENDING', 'CONFIRMED')),
  -- `n` of the pull that this event concludes.
  pull_n         integer,
  -- Reason of a decline, or the party that paid in place of the customer.
  reason         text,
  created_at     timestamptz NOT NULL,
  PRIMARY KEY (platform_id, transaction_id, n),
  -- The insert sets account_id to null if the source or its key is gone; this check then rejects the purchase.
  CONSTRAINT card_pull_has_source CHECK (kind <> 'PULL' OR account_id IS NOT NULL)
);
-- Ensures that a pull has at most one outcome.
CREATE UNIQUE INDEX card_transaction_events_of_pull ON card_transaction_events (platform_id, transaction_id, pull_n)
  WHERE pull_n IS NOT NULL;

-- A card message is a message of the issuer-processor with our response. A repeated message gets the same response.
CREATE TABLE card_messages (
  platform_id text NOT NULL,
  id          text NOT NULL,
  card_id     text NOT NULL,
  token       text NOT NULL,
  body        jsonb NOT NULL,
  -- WAITING: the message arrived before its purchase and is applied together with it.
  state       text NOT NULL CHECK (state IN ('DONE', 'WAITING')),
  answer      text NOT NULL,
  created_at  timestamptz NOT NULL,
  CONSTRAINT card_messages_pkey PRIMARY KEY (platform_id, id)
) WITH (fillfactor = 90);
CREATE INDEX card_messages_waiting ON card_messages (platform_id, token, created_at) WHERE state = 'WAITING';

-- A card dispute contests a cleared amount of a purchase at the card network. The newest dispute of a purchase is also
-- part of the purchase's details, guarded by its version.
CREATE TABLE card_disputes (
  platform_id          text NOT NULL,
  id                   text NOT NULL,
  card_id              text NOT NULL,
  -- Key of the purchase in transactions.
  transaction_id       text NOT NULL,
  customer_id          text NOT NULL,
  platform_customer_id text NOT NULL,
  status               text NOT NULL CHECK (status IN ('OPEN', 'WON', 'LOST')),
  -- Credit of the disputed amount to the customer. OWED: reversed, but the balance of the customer did not cover it.
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
