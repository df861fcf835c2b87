-- Customers, their contacts, their beneficial owners and bulk imports.

-- A customer is a person or business that a platform serves.
CREATE TABLE customers (
  platform_id          text NOT NULL REFERENCES platforms (id),
  id                   text NOT NULL,
  platform_customer_id text NOT NULL,
  customer_type        text NOT NULL CHECK (customer_type IN ('INDIVIDUAL', 'BUSINESS')),
  verification_status  text NOT NULL CHECK (verification_status IN
    ('UNVERIFIED', 'PENDING', 'APPROVED', 'REJECTED', 'HOLD')),
  uma_address          text NOT NULL,
  region               text,
  -- Country that determines whether strong customer authentication is required. Once set, only an operator changes it.
  sca_region           text,
  currencies           text[],
  email                text,
  phone_number         text,
  -- Members whose set depends on the customer type.
  profile              jsonb NOT NULL,
  identifier_sealed    text,
  consent              jsonb,
  contact_verification jsonb NOT NULL DEFAULT '{}',
  -- Copy of the table beneficial_owners in the form of the API, written by the same statement.
  beneficial_owners    jsonb NOT NULL DEFAULT '[]',
  is_deleted           boolean NOT NULL DEFAULT false,
  version              bigint NOT NULL DEFAULT 1,
  created_at           timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id)
) WITH (fillfactor = 85);
CREATE UNIQUE INDEX customers_platform_customer_id ON customers (platform_id, platform_customer_id)
  WHERE NOT is_deleted;
CREATE UNIQUE INDEX customers_uma_address ON customers (platform_id, uma_address) WHERE NOT is_deleted;
-- Search by the end of an id, as users copy it.
CREATE INDEX customers_id_end ON customers (platform_id, right(id, 8));
-- Prefix search by name, last name and email address, limited to 100 characters because index entries have a limit.
CREATE INDEX customers_name ON customers
  (platform_id, lower(left(COALESCE(profile ->> 'fullName', profile #>> '{businessInfo,legalName}'), 100)) text_pattern_ops)
  WHERE NOT is_deleted;
CREATE INDEX customers_last_name ON customers
  (platform_id, lower(left(substring(profile ->> 'fullName' FROM '[^ ]+$'), 100)) text_pattern_ops)
  WHERE NOT is_deleted;
CREATE INDEX customers_email ON customers (platform_id, lower(left(email, 100)) text_pattern_ops)
  WHERE NOT is_deleted AND email IS NOT NULL;
-- For list filters that match few customers: a page reads only matching rows.
CREATE INDEX customers_by_type ON customers (platform_id, customer_type, id);
CREATE INDEX customers_by_region ON customers (platform_id, region, id) WHERE region IS NOT NULL;

-- A contact code verifies an email address or phone number; a customer has at most one code per channel.
CREATE TABLE contact_codes (
  platform_id  text NOT NULL,
  customer_id  text NOT NULL,
  channel      text NOT NULL CHECK (channel IN ('email', 'phone')),
  code_hash    bytea NOT NULL,
  attempts     integer NOT NULL DEFAULT 0,
  expires_at   timestamptz NOT NULL,
  -- Number of codes sent since window_start, for the rate limit.
  sends        integer NOT NULL,
  window_start timestamptz NOT NULL,
  PRIMARY KEY (platform_id, customer_id, channel),
  FOREIGN KEY (platform_id, customer_id) REFERENCES customers (platform_id, id)
);

-- A beneficial owner is a person who owns or controls a business customer.
CREATE TABLE beneficial_owners (
  platform_id          text NOT NULL,
  id                   text NOT NULL,
  customer_id          text NOT NULL,
  roles                text[] NOT NULL,
  ownership_percentage smallint NOT NULL CHECK (ownership_percentage BETWEEN 0 AND 100),
  personal_info        jsonb NOT NULL,
  identifier_sealed    text NOT NULL,
  -- Masked form that the API shows.
  identifier_masked    text NOT NULL,
  kyc_status           text NOT NULL CHECK (kyc_status IN ('UNVERIFIED', 'PENDING', 'APPROVED', 'REJECTED', 'HOLD')),
  created_at           timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, customer_id) REFERENCES customers (platform_id, id)
);
CREATE INDEX beneficial_owners_of_customer ON beneficial_owners (platform_id, customer_id, id);

-- A stored file records an upload from before its first byte until its deletion, so that a crash leaves no orphan.
-- LOOSE: not yet referenced. KEPT: referenced by a document or import. DOOMED: to be deleted.
CREATE TABLE stored_files (
  platform_id text NOT NULL REFERENCES platforms (id),
  blob_id     text NOT NULL,
  state       text NOT NULL CHECK (state IN ('LOOSE', 'KEPT', 'DOOMED')),
  since       timestamptz NOT NULL,
  PRIMARY KEY (platform_id, blob_id)
);
-- Housekeeping deletes the files of all platforms, oldest first.
CREATE INDEX stored_files_to_sweep ON stored_files (since) WHERE state <> 'KEPT';

-- A bulk import creates customers from a CSV file.
CREATE TABLE bulk_imports (
  platform_id  text NOT NULL REFERENCES platforms (id),
  id           text NOT NULL,
  blob_id      text NOT NULL,
  status       text NOT NULL CHECK (status IN ('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED')),
  total        bigint NOT NULL DEFAULT 0,
  -- Number of rows done, incremented by the statement that creates their customers.
  processed    bigint NOT NULL DEFAULT 0,
  successful   bigint NOT NULL DEFAULT 0,
  failed       bigint NOT NULL DEFAULT 0,
  errors       jsonb NOT NULL DEFAULT '[]',
  created_at   timestamptz NOT NULL,
  completed_at timestamptz,
  PRIMARY KEY (platform_id, id)
) WITH (fillfactor = 70);
