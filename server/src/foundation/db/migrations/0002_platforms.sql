-- Platforms, their credentials and their domains.

-- A platform is a company that uses the service. No platform can see the data of another.
CREATE TABLE platforms (
  id              text PRIMARY KEY,
  name            text NOT NULL,
  mode            text NOT NULL CHECK (mode IN ('SANDBOX', 'PRODUCTION')),
  -- Milliseconds by which the clock of a sandbox is ahead of real time.
  clock_offset_ms bigint NOT NULL DEFAULT 0 CHECK (clock_offset_ms >= 0),
  -- Lease of the request that advances the clock; workers skip the platform until it ends.
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

-- A platform logo is shown on end-user pages. It has its own table, because many requests read the configuration.
CREATE TABLE platform_logos (
  platform_id text PRIMARY KEY REFERENCES platforms (id),
  -- SHA-256 of the image, part of its URL.
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
-- Finds the platform of a request, whose username is a client id or a token id.
CREATE UNIQUE INDEX api_tokens_client_id ON api_tokens (client_id);
CREATE UNIQUE INDEX api_tokens_id ON api_tokens (id);
-- Prefix search by name, limited to 100 characters because index entries have a maximum size.
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

-- UMA domains map a domain to its platform, because requests of other providers name only the domain.
CREATE TABLE uma_domains (
  domain      text PRIMARY KEY,
  platform_id text NOT NULL REFERENCES platforms (id),
  -- True if claimed by a production platform: no other platform can use the domain while it is configured.
  is_real     boolean NOT NULL
);
