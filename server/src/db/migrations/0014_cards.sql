-- Debit cards: who holds them, what they draw on, and who was shown their numbers.

-- `details_sealed` is the number, the security code and the expiry, sealed; what of them is shown stands beside it from
-- the moment the issuer has accepted the card. `pan_hash` keeps numbers apart without telling them: no two cards of the
-- service have the same, whatever their platform.
CREATE TABLE cards (
  platform_id               text NOT NULL,
  id                        text NOT NULL,
  cardholder_id             text NOT NULL,
  platform_card_id          text NOT NULL,
  state                     text NOT NULL CHECK (state IN ('PENDING_KYC', 'PROCESSING', 'ACTIVE', 'FROZEN', 'CLOSED')),
  state_reason              text CHECK (state_reason IN ('ISSUER_REJECTED', 'CLOSED_BY_PLATFORM', 'CLOSED_BY_SERVICE')),
  brand                     text CHECK (brand IN ('VISA', 'MASTERCARD')),
  form                      text NOT NULL CHECK (form = 'VIRTUAL'),
  last4                     text,
  exp_month                 smallint,
  exp_year                  smallint,
  currency                  text NOT NULL,
  max_spend_per_transaction bigint CHECK (max_spend_per_transaction > 0),
  processor_ref             text,
  issuer_ref                text,
  details_sealed            text,
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
-- The number and the processor's name of a card have to be unique beyond the platform: a processor knows no platforms.
CREATE UNIQUE INDEX cards_number ON cards (pan_hash);
CREATE UNIQUE INDEX cards_processor_ref ON cards (processor_ref);

-- The accounts that a card draws on, in the order of `position`. One that was taken away stays as a row with its time,
-- so that what was drawn, and the keys it was drawn with, can be told apart from those of a later attachment.
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
CREATE UNIQUE INDEX card_funding_sources_attached ON card_funding_sources (platform_id, card_id, account_id)
  WHERE detached_at IS NULL;
CREATE INDEX card_funding_sources_of_account ON card_funding_sources (platform_id, account_id, card_id)
  WHERE detached_at IS NULL;

-- Who asked to see a number, and when it was shown: the log of it, and the link that shows it once.
CREATE TABLE card_reveals (
  platform_id text NOT NULL,
  id          text NOT NULL,
  card_id     text NOT NULL,
  -- The API token that asked. It may be deleted; what it has done stays.
  token_id    text NOT NULL,
  token_hash  bytea NOT NULL,
  expires_at  timestamptz NOT NULL,
  opened_at   timestamptz,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, card_id) REFERENCES cards (platform_id, id)
);
CREATE UNIQUE INDEX card_reveals_token ON card_reveals (token_hash);
CREATE INDEX card_reveals_of_card ON card_reveals (platform_id, card_id, id);
