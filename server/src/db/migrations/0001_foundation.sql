-- Everything the capabilities stand on. Ids and times come from the application; platform_id leads every key.

CREATE TABLE platforms (
  id              text PRIMARY KEY,
  name            text NOT NULL,
  mode            text NOT NULL CHECK (mode IN ('SANDBOX', 'PRODUCTION')),
  clock_offset_ms bigint NOT NULL DEFAULT 0 CHECK (clock_offset_ms >= 0),
  -- While a clock is advanced its jobs run in order: one advance at a time, and workers keep off. A lease, so that
  -- an advance that died does not hold the platform for ever.
  advancing_until timestamptz,
  created_at      timestamptz NOT NULL,
  CONSTRAINT production_time_is_real CHECK (mode = 'SANDBOX' OR clock_offset_ms = 0)
);

CREATE TABLE platform_configs (
  platform_id text PRIMARY KEY REFERENCES platforms (id),
  id          text NOT NULL,
  settings    jsonb NOT NULL,
  version     bigint NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL
);

-- The username of a request names its token before the platform is known, hence the two keys without it.
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
CREATE UNIQUE INDEX api_tokens_client_id ON api_tokens (client_id);
CREATE UNIQUE INDEX api_tokens_id ON api_tokens (id);

-- What processes may cache is known by its revision: bumped in the statement that changes it.
CREATE TABLE revisions (
  name     text PRIMARY KEY,
  revision bigint NOT NULL
);
INSERT INTO revisions VALUES ('access', 0);

-- Keys that seal secrets, themselves sealed by the master key.
CREATE TABLE data_keys (
  id         text PRIMARY KEY,
  purpose    text NOT NULL CHECK (purpose IN ('SEAL', 'HASH')),
  wrapped    text NOT NULL,
  created_at timestamptz NOT NULL
);

-- One row per ledger account, credit-positive: posted is what is owed to the owner.
CREATE TABLE accounts (
  platform_id text NOT NULL REFERENCES platforms (id),
  id          text NOT NULL,
  kind        text NOT NULL,
  currency    text NOT NULL,
  owner_id    text,
  type        text,
  status      text NOT NULL CHECK (status IN ('PENDING', 'ACTIVE', 'CLOSED', 'FROZEN', 'FAILED')),
  posted      bigint NOT NULL DEFAULT 0,
  held        bigint NOT NULL DEFAULT 0,
  minimum     bigint,
  version     bigint NOT NULL DEFAULT 0,
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  UNIQUE (platform_id, id, currency),
  CONSTRAINT accounts_minimum CHECK (posted >= minimum),
  CONSTRAINT accounts_held CHECK (held >= 0)
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX accounts_of_platform ON accounts (platform_id, currency) WHERE kind = 'platform';

-- Immutable pairs: each balances by construction. A correction is a new move that names what it reverses.
CREATE TABLE moves (
  platform_id       text NOT NULL,
  transaction_id    text NOT NULL,
  phase             text NOT NULL,
  n                 smallint NOT NULL,
  debit_account_id  text NOT NULL,
  credit_account_id text NOT NULL,
  currency          text NOT NULL,
  amount            bigint NOT NULL CHECK (amount > 0),
  code              text NOT NULL,
  reverses          text,
  holder_id         text,
  held              bigint NOT NULL DEFAULT 0,
  created_at        timestamptz NOT NULL,
  PRIMARY KEY (platform_id, transaction_id, phase, n),
  CHECK (debit_account_id <> credit_account_id),
  CHECK ((holder_id IS NULL) = (held = 0)),
  FOREIGN KEY (platform_id, debit_account_id, currency) REFERENCES accounts (platform_id, id, currency),
  FOREIGN KEY (platform_id, credit_account_id, currency) REFERENCES accounts (platform_id, id, currency)
);

CREATE TABLE transactions (
  platform_id          text NOT NULL REFERENCES platforms (id),
  id                   text NOT NULL,
  type                 text NOT NULL CHECK (type IN ('INCOMING', 'OUTGOING')),
  direction            text NOT NULL CHECK (direction IN ('CREDIT', 'DEBIT')),
  status               text NOT NULL,
  customer_id          text NOT NULL,
  platform_customer_id text NOT NULL,
  source               jsonb,
  destination          jsonb NOT NULL,
  sent_amount          bigint,
  sent_currency        text,
  received_amount      bigint,
  received_currency    text,
  fees                 bigint CHECK (fees >= 0),
  reference            text NOT NULL,
  version              bigint NOT NULL DEFAULT 1,
  created_at           timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL,
  settled_at           timestamptz,
  PRIMARY KEY (platform_id, id)
) WITH (fillfactor = 85);

-- What webhooks will tell, bytes fixed at the moment of the change. The sequence orders events of one resource.
CREATE TABLE events (
  platform_id text NOT NULL REFERENCES platforms (id),
  id          text NOT NULL,
  type        text NOT NULL,
  resource_id text NOT NULL,
  sequence    bigint NOT NULL,
  payload     text NOT NULL,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  CONSTRAINT events_sequence UNIQUE (platform_id, resource_id, sequence)
);

-- run_at is the platform's time; due_at is wall time, and moves when the platform's clock is advanced.
CREATE TABLE jobs (
  platform_id text NOT NULL REFERENCES platforms (id),
  id          text NOT NULL,
  kind        text NOT NULL,
  resource_id text NOT NULL,
  payload     jsonb NOT NULL,
  state       text NOT NULL DEFAULT 'READY' CHECK (state IN ('READY', 'DEAD')),
  run_at      timestamptz NOT NULL,
  due_at      timestamptz NOT NULL,
  lease_until timestamptz,
  attempts    integer NOT NULL DEFAULT 0,
  last_error  text,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id)
) WITH (fillfactor = 80);
-- Workers serve every platform: the one index that time leads. Dead letters are not in it.
CREATE INDEX jobs_due ON jobs (due_at) WHERE state = 'READY';
CREATE INDEX jobs_of_platform ON jobs (platform_id, state, run_at);
-- Operators look across platforms: few jobs are dead.
CREATE INDEX jobs_dead ON jobs (id) WHERE state = 'DEAD';

CREATE TABLE idempotency_records (
  platform_id text NOT NULL REFERENCES platforms (id),
  key         text NOT NULL,
  fingerprint text NOT NULL,
  status      smallint NOT NULL,
  body        text NOT NULL,
  is_sealed   boolean NOT NULL,
  expires_at  timestamptz NOT NULL,
  CONSTRAINT idempotency_records_pkey PRIMARY KEY (platform_id, key)
);
CREATE INDEX idempotency_records_expiry ON idempotency_records (platform_id, expires_at);

CREATE TABLE request_log (
  platform_id     text NOT NULL REFERENCES platforms (id),
  id              text NOT NULL,
  at              timestamptz NOT NULL,
  method          text NOT NULL,
  path            text NOT NULL,
  route           text NOT NULL,
  status          smallint NOT NULL,
  code            text,
  duration_ms     real NOT NULL,
  token_id        text,
  idempotency_key text,
  is_replay       boolean NOT NULL,
  request_body    jsonb,
  response_body   jsonb,
  PRIMARY KEY (platform_id, id)
);

CREATE TABLE messages (
  platform_id text NOT NULL REFERENCES platforms (id),
  id          text NOT NULL,
  channel     text NOT NULL CHECK (channel IN ('EMAIL', 'SMS')),
  recipient   text NOT NULL,
  subject     text,
  body        text NOT NULL,
  html        text,
  code        text,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id)
);

CREATE TABLE operators (
  id          text PRIMARY KEY,
  name        text NOT NULL,
  secret_hash bytea NOT NULL,
  created_at  timestamptz NOT NULL
);

CREATE TABLE operator_actions (
  id          text PRIMARY KEY,
  operator_id text NOT NULL REFERENCES operators (id),
  action      text NOT NULL,
  platform_id text,
  resource_id text,
  details     jsonb NOT NULL,
  created_at  timestamptz NOT NULL
);
CREATE INDEX operator_actions_of_platform ON operator_actions (platform_id, id);
