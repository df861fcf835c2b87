-- Who the platform serves. What varies by type is in profile; the identifier is sealed and never leaves.
CREATE TABLE customers (
  platform_id          text NOT NULL REFERENCES platforms (id),
  id                   text NOT NULL,
  platform_customer_id text NOT NULL,
  customer_type        text NOT NULL CHECK (customer_type IN ('INDIVIDUAL', 'BUSINESS')),
  verification_status  text NOT NULL CHECK (verification_status IN ('UNVERIFIED', 'PENDING', 'APPROVED', 'REJECTED', 'HOLD')),
  uma_address          text NOT NULL,
  region               text,
  currencies           text[],
  email                text,
  phone_number         text,
  profile              jsonb NOT NULL,
  identifier_sealed    text,
  consent              jsonb,
  contact_verification jsonb NOT NULL DEFAULT '{}',
  -- Owners of a business as the API shows them: part of the customer, and of every event that tells of it.
  beneficial_owners    jsonb NOT NULL DEFAULT '[]',
  is_deleted           boolean NOT NULL DEFAULT false,
  version              bigint NOT NULL DEFAULT 1,
  created_at           timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id)
) WITH (fillfactor = 85);
CREATE UNIQUE INDEX customers_platform_customer_id ON customers (platform_id, platform_customer_id) WHERE NOT is_deleted;
CREATE UNIQUE INDEX customers_uma_address ON customers (platform_id, uma_address) WHERE NOT is_deleted;

-- Accounts of one customer, for lists and for the closing of a customer.
CREATE UNIQUE INDEX accounts_of_owner ON accounts (platform_id, owner_id, currency, type) WHERE owner_id IS NOT NULL;
CREATE INDEX accounts_of_customers ON accounts (platform_id, id) WHERE kind = 'customer';
