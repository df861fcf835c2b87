-- Platforms and the access to them.
--
-- Conventions of all migrations: the application creates ids and timestamps, so no default depends on the clock.
-- platform_id leads keys and indexes; docs/architecture.md lists the exceptions.
-- A column that ends in _sealed is encrypted; a secret in a column that ends in _hash is stored as a keyed hash.

-- A platform is a company that uses the service; the data of one is invisible to the others.
CREATE TABLE platforms (
  id              text PRIMARY KEY,
  name            text NOT NULL,
  mode            text NOT NULL CHECK (mode IN ('SANDBOX', 'PRODUCTION')),
  -- How far the clock of a sandbox is ahead of real time.
  clock_offset_ms bigint NOT NULL DEFAULT 0 CHECK (clock_offset_ms >= 0),
  -- Lease of the one request that advances the clock; workers skip the platform until it ends.
  advancing_until timestamptz,
  created_at      timestamptz NOT NULL,
  CONSTRAINT production_time_is_real CHECK (mode = 'SANDBOX' OR clock_offset_ms = 0)
);

-- The configuration of a platform, as the API shows it.
CREATE TABLE platform_configs (
  platform_id text PRIMARY KEY REFERENCES platforms (id),
  id          text NOT NULL,
  settings    jsonb NOT NULL,
  version     bigint NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL
);

-- API tokens are the credentials of a platform.
CREATE TABLE api_tokens (
  platform_id text NOT NULL REFERENCES platforms (id),
  id          text NOT NULL,
  client_id   text NOT NULL,
  name        text NOT NULL,
  permissions text[] NOT NULL,
  secret_hash bytea NOT NULL,
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id)
);
-- The username of a request is a client id or a token id; the platform is not known yet.
CREATE UNIQUE INDEX api_tokens_client_id ON api_tokens (client_id);
CREATE UNIQUE INDEX api_tokens_id ON api_tokens (id);

-- A revision invalidates the caches of all processes: the statement that changes cached data increments it.
CREATE TABLE revisions (
  name     text PRIMARY KEY,
  revision bigint NOT NULL
);
INSERT INTO revisions VALUES ('access', 0);

-- Data keys encrypt and hash secrets; the master key, which is not in the database, wraps them.
CREATE TABLE data_keys (
  id         text PRIMARY KEY,
  purpose    text NOT NULL CHECK (purpose IN ('SEAL', 'HASH')),
  wrapped    text NOT NULL,
  created_at timestamptz NOT NULL
);

-- Sender domains are the domains that a platform may send email from.
CREATE TABLE sender_domains (
  platform_id text NOT NULL REFERENCES platforms (id),
  domain      text NOT NULL,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (platform_id, domain)
);

-- UMA domains map a domain to its platform; other providers send the domain and nothing else.
CREATE TABLE uma_domains (
  domain      text PRIMARY KEY,
  platform_id text NOT NULL REFERENCES platforms (id),
  -- Claimed by a production platform: no other platform takes it while the configuration names the domain.
  is_real     boolean NOT NULL
);
