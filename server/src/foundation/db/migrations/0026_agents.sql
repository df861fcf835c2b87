-- Agents that act for a customer, and the actions that wait for approval.

-- An agent acts for a customer within a policy; a deleted agent keeps its row, which actions refer to, without
-- credentials.
CREATE TABLE agents (
  platform_id            text NOT NULL,
  id                     text NOT NULL,
  customer_id            text NOT NULL,
  name                   text NOT NULL,
  is_paused              boolean NOT NULL,
  policy                 jsonb NOT NULL,
  -- Incremented by changes of the permissions, not by spending.
  version                bigint NOT NULL,
  -- Stays after the code was redeemed; the next code replaces one that was not.
  device_code_hash       bytea,
  device_code_expires_at timestamptz,
  access_token_hash      bytea,
  connected_at           timestamptz,
  -- Newest day with spending; counters of an earlier day or month count as zero.
  usage_day              date NOT NULL,
  daily_count            bigint NOT NULL DEFAULT 0,
  -- In the currency of the limits. Spending beyond a limit sets it to null, which rejects the whole statement.
  daily_spend            numeric NOT NULL DEFAULT 0,
  monthly_spend          numeric NOT NULL DEFAULT 0,
  -- Last change of the currency of the limits, which converts what was spent before; null without one.
  recast_at              timestamptz,
  created_at             timestamptz NOT NULL,
  updated_at             timestamptz NOT NULL,
  deleted_at             timestamptz,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, customer_id) REFERENCES customers (platform_id, id)
) WITH (fillfactor = 70);
CREATE INDEX agents_of_customer ON agents (platform_id, customer_id, id);
-- A request with a device code or an access token names no platform.
CREATE UNIQUE INDEX agents_device_code ON agents (device_code_hash) WHERE device_code_hash IS NOT NULL;
CREATE UNIQUE INDEX agents_access_token ON agents (access_token_hash) WHERE access_token_hash IS NOT NULL;
-- Search by the last characters of an id, and by the beginning of a name.
CREATE INDEX agents_id_end ON agents (platform_id, right(id, 8));
CREATE INDEX agents_name ON agents (platform_id, lower(left(name, 100)) text_pattern_ops);

-- An agent action is a payment that an agent requested; its transaction exists from the beginning.
CREATE TABLE agent_actions (
  platform_id          text NOT NULL,
  id                   text NOT NULL,
  agent_id             text NOT NULL,
  customer_id          text NOT NULL,
  platform_customer_id text NOT NULL,
  type                 text NOT NULL CHECK (type IN ('EXECUTE_QUOTE', 'TRANSFER_OUT', 'TRANSFER_IN')),
  status               text NOT NULL CHECK (status IN ('PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'FAILED')),
  quote_id             text,
  -- Request of a transfer, with its currency.
  transfer             jsonb,
  transaction_id       text NOT NULL,
  rejection_reason     text,
  -- Amount that the action counts towards the limits of its agent, in their currency; null unless it was approved.
  spent                numeric,
  created_at           timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, agent_id) REFERENCES agents (platform_id, id)
) WITH (fillfactor = 85);
CREATE INDEX agent_actions_of_agent ON agent_actions (platform_id, agent_id, id);
CREATE INDEX agent_actions_waiting ON agent_actions (platform_id, id) WHERE status = 'PENDING_APPROVAL';
-- A transaction has at most one action that is open or approved.
CREATE UNIQUE INDEX agent_actions_open ON agent_actions (platform_id, transaction_id)
  WHERE status IN ('PENDING_APPROVAL', 'APPROVED');
-- Housekeeping deletes expired quotes that no action refers to (transactions/expired-quotes.ts).
CREATE INDEX agent_actions_of_transaction ON agent_actions (platform_id, transaction_id);
