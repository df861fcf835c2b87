-- Agents: who acts for a customer, within which limits, and what waits for an approval.

-- An agent that is deleted stays, without its credentials: what it did refers to it. `version` is raised by every change
-- of what it may do, never by what it spends. `usage_day` is the newest day on which it spent something; counters of an
-- earlier day or month stand for nothing.
CREATE TABLE agents (
  platform_id            text NOT NULL,
  id                     text NOT NULL,
  customer_id            text NOT NULL,
  name                   text NOT NULL,
  is_paused              boolean NOT NULL,
  policy                 jsonb NOT NULL,
  version                bigint NOT NULL,
  -- Keyed hashes. A code stays after it was redeemed, and makes room for the next one otherwise.
  device_code_hash       bytea,
  device_code_expires_at timestamptz,
  access_token_hash      bytea,
  connected_at           timestamptz,
  usage_day              date NOT NULL,
  daily_count            bigint NOT NULL DEFAULT 0,
  -- In the currency of the policy's limits. A spend that may not be makes this null, and with it all of its statement.
  daily_spend            numeric NOT NULL DEFAULT 0,
  monthly_spend          numeric NOT NULL DEFAULT 0,
  created_at             timestamptz NOT NULL,
  updated_at             timestamptz NOT NULL,
  deleted_at             timestamptz,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, customer_id) REFERENCES customers (platform_id, id)
) WITH (fillfactor = 70);
CREATE INDEX agents_of_customer ON agents (platform_id, customer_id, id);
CREATE UNIQUE INDEX agents_device_code ON agents (device_code_hash) WHERE device_code_hash IS NOT NULL;
CREATE UNIQUE INDEX agents_access_token ON agents (access_token_hash) WHERE access_token_hash IS NOT NULL;

-- What an agent wanted done with money. The transaction exists from the beginning: the quote's, or a transfer that waits.
CREATE TABLE agent_actions (
  platform_id          text NOT NULL,
  id                   text NOT NULL,
  agent_id             text NOT NULL,
  customer_id          text NOT NULL,
  platform_customer_id text NOT NULL,
  type                 text NOT NULL CHECK (type IN ('EXECUTE_QUOTE', 'TRANSFER_OUT', 'TRANSFER_IN')),
  status               text NOT NULL CHECK (status IN ('PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'FAILED')),
  quote_id             text,
  -- The request of a transfer, and the currency it is in.
  transfer             jsonb,
  transaction_id       text NOT NULL,
  rejection_reason     text,
  created_at           timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, agent_id) REFERENCES agents (platform_id, id)
) WITH (fillfactor = 85);
CREATE INDEX agent_actions_of_agent ON agent_actions (platform_id, agent_id, id);
CREATE INDEX agent_actions_waiting ON agent_actions (platform_id, id) WHERE status = 'PENDING_APPROVAL';
CREATE UNIQUE INDEX agent_actions_open ON agent_actions (platform_id, transaction_id)
  WHERE status IN ('PENDING_APPROVAL', 'APPROVED');
