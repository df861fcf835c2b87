-- Invitations, the stablecoins that platforms issue through a provider, and what slow wallets are still at work on.

-- A code is the world's: whoever has it may read and claim the invitation, on whichever platform.
CREATE TABLE invitations (
  platform_id text NOT NULL REFERENCES platforms (id),
  code        text NOT NULL,
  inviter_uma text NOT NULL,
  invitee_uma text,
  first_name  text,
  amount      bigint,
  currency    text,
  url         text NOT NULL,
  -- One that has expired is still PENDING here: its own time tells.
  status      text NOT NULL CHECK (status IN ('PENDING', 'CLAIMED', 'CANCELLED')),
  expires_at  timestamptz,
  claimed_at  timestamptz,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (platform_id, code),
  CHECK ((amount IS NULL) = (currency IS NULL)),
  CHECK ((status = 'CLAIMED') = (invitee_uma IS NOT NULL AND claimed_at IS NOT NULL))
) WITH (fillfactor = 85);
CREATE UNIQUE INDEX invitations_code ON invitations (code);

-- Accounts at a provider that issues stablecoins; what opens them is sealed.
CREATE TABLE stablecoin_provider_accounts (
  platform_id         text NOT NULL REFERENCES platforms (id),
  id                  text NOT NULL,
  provider            text NOT NULL,
  environment         text NOT NULL CHECK (environment IN ('SANDBOX', 'PRODUCTION')),
  provider_account_id text NOT NULL,
  status              text NOT NULL CHECK (status IN ('ACTIVE', 'INVALID', 'REVOKED')),
  credentials_sealed  text NOT NULL,
  last_verified_at    timestamptz NOT NULL,
  created_at          timestamptz NOT NULL,
  updated_at          timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id)
);
CREATE UNIQUE INDEX stablecoin_provider_accounts_linked
  ON stablecoin_provider_accounts (platform_id, provider, environment, provider_account_id);

CREATE TABLE stablecoins (
  platform_id       text NOT NULL,
  id                text NOT NULL,
  link_id           text NOT NULL,
  provider_token    text NOT NULL,
  network_token     text NOT NULL,
  network           text NOT NULL,
  name              text NOT NULL,
  symbol            text NOT NULL,
  base_currency     text NOT NULL,
  decimals          smallint NOT NULL,
  issuance_status   text NOT NULL,
  operations_status text NOT NULL,
  currency          text,
  created_at        timestamptz NOT NULL,
  updated_at        timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, link_id) REFERENCES stablecoin_provider_accounts (platform_id, id)
);
CREATE UNIQUE INDEX stablecoins_registered ON stablecoins (platform_id, link_id, provider_token, network);

-- Mints and burns. `payment` is what an internal account pays for one, as its moves are computed from; `look_id` the
-- job that asks the provider next.
CREATE TABLE stablecoin_operations (
  platform_id          text NOT NULL,
  id                   text NOT NULL,
  stablecoin_id        text NOT NULL,
  type                 text NOT NULL CHECK (type IN ('MINT', 'BURN')),
  status               text NOT NULL,
  amount               bigint NOT NULL CHECK (amount > 0),
  source               jsonb NOT NULL,
  destination          jsonb NOT NULL,
  payment              jsonb,
  description          text,
  provider_order_id    text,
  provider_status      text,
  funding_instructions jsonb,
  failure_reason       text,
  expires_at           timestamptz,
  funded_at            timestamptz,
  look_id              text,
  version              bigint NOT NULL,
  created_at           timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, stablecoin_id) REFERENCES stablecoins (platform_id, id)
) WITH (fillfactor = 70);
CREATE INDEX stablecoin_operations_of_coin ON stablecoin_operations (platform_id, stablecoin_id, id);

-- What the slow wallets of the sandbox have answered PROCESSING to, and have not finished yet.
CREATE TABLE wallet_activities (
  platform_id text NOT NULL REFERENCES platforms (id),
  key         text NOT NULL,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (platform_id, key)
);
