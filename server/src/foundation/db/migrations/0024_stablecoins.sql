-- Stablecoins that platforms issue through a provider.

-- A stablecoin provider account is the linked account of a platform at a provider.
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

-- A stablecoin is one token of a provider on one network.
CREATE TABLE stablecoins (
  platform_id       text NOT NULL,
  id                text NOT NULL,
  -- Linked provider account of the platform.
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

-- A stablecoin operation is a mint or a burn.
CREATE TABLE stablecoin_operations (
  platform_id          text NOT NULL,
  id                   text NOT NULL,
  stablecoin_id        text NOT NULL,
  type                 text NOT NULL CHECK (type IN ('MINT', 'BURN')),
  status               text NOT NULL,
  amount               bigint NOT NULL CHECK (amount > 0),
  source               jsonb NOT NULL,
  destination          jsonb NOT NULL,
  -- Amounts to debit from an internal account, from which the ledger entries are computed.
  payment              jsonb,
  description          text,
  provider_order_id    text,
  provider_status      text,
  funding_instructions jsonb,
  failure_reason       text,
  expires_at           timestamptz,
  funded_at            timestamptz,
  -- Job that next polls the provider.
  poll_job_id          text,
  version              bigint NOT NULL,
  created_at           timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, stablecoin_id) REFERENCES stablecoins (platform_id, id)
) WITH (fillfactor = 70);
CREATE INDEX stablecoin_operations_of_coin ON stablecoin_operations (platform_id, stablecoin_id, id);
