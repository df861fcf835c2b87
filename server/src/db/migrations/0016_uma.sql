-- Which platform answers for a domain. Found by the domain: whoever asks knows nothing else. `is_real`: the claim of a
-- production platform, which nobody takes from it while its configuration names the domain.
CREATE TABLE uma_domains (
  domain      text PRIMARY KEY,
  platform_id text NOT NULL REFERENCES platforms (id),
  is_real     boolean NOT NULL
);
INSERT INTO uma_domains (domain, platform_id, is_real)
SELECT DISTINCT ON (c.settings ->> 'umaDomain') c.settings ->> 'umaDomain', c.platform_id, p.mode = 'PRODUCTION'
FROM platform_configs c JOIN platforms p ON p.id = c.platform_id
WHERE c.settings ->> 'umaDomain' IS NOT NULL
ORDER BY c.settings ->> 'umaDomain', p.mode = 'PRODUCTION' DESC, c.updated_at DESC;

-- The keys that a platform signs with and is written to, with the certificate chains that other providers are shown.
CREATE TABLE uma_keys (
  platform_id       text PRIMARY KEY REFERENCES platforms (id),
  signing_sealed    text NOT NULL,
  encryption_sealed text NOT NULL,
  signing_chain     text[] NOT NULL,
  encryption_chain  text[] NOT NULL,
  is_given          boolean NOT NULL,
  created_at        timestamptz NOT NULL
);

-- What was signed once is not taken twice; swept once its timestamp alone refuses it.
CREATE TABLE uma_nonces (
  platform_id text NOT NULL REFERENCES platforms (id),
  domain      text NOT NULL,
  nonce       text NOT NULL,
  signed_at   timestamptz NOT NULL,
  PRIMARY KEY (platform_id, domain, nonce)
);
CREATE INDEX uma_nonces_age ON uma_nonces (signed_at);

-- Pay requests of ours (OUT) and of others (IN, by the id of the transaction they announce).
CREATE TABLE uma_requests (
  platform_id        text NOT NULL REFERENCES platforms (id),
  id                 text NOT NULL,
  direction          text NOT NULL CHECK (direction IN ('IN', 'OUT')),
  domain             text NOT NULL,
  amount_msats       bigint,
  expires_at         timestamptz,
  callback           text,
  travel_rule_sealed text,
  settled_by         text,
  utxos              jsonb,
  created_at         timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id)
);

-- What a platform tells of the receiver when it approves a payment that is still to come.
CREATE TABLE uma_approvals (
  platform_id    text NOT NULL,
  transaction_id text NOT NULL,
  information    jsonb NOT NULL,
  PRIMARY KEY (platform_id, transaction_id),
  FOREIGN KEY (platform_id, transaction_id) REFERENCES transactions (platform_id, id)
);

-- What another provider offered for a receiver: where it is asked to be paid, and at which rate.
ALTER TABLE lookups ADD COLUMN counterparty jsonb;
