-- External accounts. Internal accounts are in the ledger.

-- An external account is held at a bank, mobile network or blockchain. Without a customer it belongs to the platform.
CREATE TABLE external_accounts (
  platform_id         text NOT NULL REFERENCES platforms (id),
  id                  text NOT NULL,
  customer_id         text,
  currency            text NOT NULL,
  status              text NOT NULL CHECK (status IN
    ('PENDING', 'ACTIVE', 'PENDING_OWNERSHIP_VERIFICATION', 'UNVERIFIED', 'UNDER_REVIEW', 'INACTIVE')),
  platform_account_id text,
  ownership_type      text CHECK (ownership_type IN ('FIRST_PARTY', 'THIRD_PARTY')),
  account_info        jsonb NOT NULL,
  -- Equal for rows that describe the same account of the same owner.
  fingerprint         text NOT NULL,
  name_check          jsonb,
  is_trusted          boolean NOT NULL DEFAULT false,
  -- Outstanding challenge to prove ownership.
  challenge           jsonb,
  -- Evidence of the proof of ownership.
  ownership_proof     jsonb,
  version             bigint NOT NULL DEFAULT 1,
  created_at          timestamptz NOT NULL,
  updated_at          timestamptz NOT NULL,
  -- Deleted accounts keep their row, because payments refer to it. The same account may be added again.
  deleted_at          timestamptz,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, customer_id) REFERENCES customers (platform_id, id)
) WITH (fillfactor = 85);
CREATE UNIQUE INDEX external_accounts_fingerprint ON external_accounts (platform_id, fingerprint)
  WHERE deleted_at IS NULL;
CREATE INDEX external_accounts_of_customers ON external_accounts (platform_id, id)
  WHERE customer_id IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX external_accounts_of_customer ON external_accounts (platform_id, customer_id, id) WHERE deleted_at IS NULL;
CREATE INDEX external_accounts_of_platform ON external_accounts (platform_id, id)
  WHERE customer_id IS NULL AND deleted_at IS NULL;
-- Executing a payment checks that its external accounts are not deleted; few accounts are in this index.
CREATE INDEX external_accounts_deleted ON external_accounts (platform_id, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX external_accounts_id_end ON external_accounts (platform_id, right(id, 8));

-- A UMA deposit account is the external account that receives money sent to the UMA address of a customer.
CREATE TABLE uma_deposit_accounts (
  platform_id         text NOT NULL,
  customer_id         text NOT NULL,
  external_account_id text NOT NULL,
  PRIMARY KEY (platform_id, customer_id),
  FOREIGN KEY (platform_id, external_account_id) REFERENCES external_accounts (platform_id, id)
);
