-- Platforms and the access to them.

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

-- A platform logo is shown on the pages that end users see. It is apart from the configuration, which many requests read.
CREATE TABLE platform_logos (
  platform_id text PRIMARY KEY REFERENCES platforms (id),
  -- SHA-256 of the image, which is part of its address.
  hash        bytea NOT NULL CHECK (octet_length(hash) = 32),
  content     bytea NOT NULL CHECK (octet_length(content) <= 65536)
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
-- Search by the beginning of the name. Bounded, because an index entry is.
CREATE INDEX api_tokens_name ON api_tokens (platform_id, lower(left(name, 100)) text_pattern_ops);

-- A revision invalidates the caches of all processes: the statement that changes cached data increments it.
CREATE TABLE revisions (
  name     text PRIMARY KEY,
  revision bigint NOT NULL
);
INSERT INTO revisions VALUES ('access', 0);

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
