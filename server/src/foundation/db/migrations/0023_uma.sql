-- UMA: pay requests between providers.

-- A UMA request is a pay request that we sent (OUT) or received (IN).
CREATE TABLE uma_requests (
  platform_id        text NOT NULL REFERENCES platforms (id),
  -- For IN, the id of the announced transaction without its type prefix.
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
