-- Agents that act for a customer, and their actions that require approval.

-- An agent acts for a customer within a policy. Deleting an agent removes its credentials; its row stays for its
-- actions.
CREATE TABLE agents (
  platform_id            text NOT NULL,
  id                     text NOT NULL,
  customer_id            text NOT NULL,
  name                   text NOT NULL,
  is_paused              boolean NOT NULL,
  policy                 jsonb NOT NULL,
  -- Incremented when permissions change, not by spending.
  version                bigint NOT NULL,
  -- Kept after redemption. A new code replaces a code that was not redeemed.
  device_code_hash       bytea,
  device_code_expires_at timestamptz,
  access_token_hash      bytea,
  connected_at           timestamptz,
  -- Latest day with spending; the daily and monthly totals of an earlier day or month count as zero.
  usage_day              date NOT NULL,
  daily_count            bigint NOT NULL DEFAULT 0,
  -- Null if a payment would exceed the limit: the NOT NULL constraint then fails the whole statement.
  daily_spend            numeric NOT NULL DEFAULT 0,
  monthly_spend          numeric NOT NULL DEFAULT 0,
  -- Last change of the currency of the limits, which converts earlier spending; null without a change.
  recast_at              timestamptz,
  created_at             timestamptz NOT NULL,
  updated_at             timestamptz NOT NULL,
  deleted_at             timestamptz,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, customer_id) REFERENCES customers (platform_id, id)
) WITH (fillfactor = 70);
CREATE INDEX agents_of_customer ON agents (platform_id, customer_id, id);
-- Finds the agent of a request, because device codes and access tokens do not name the platform.
CREATE UNIQUE INDEX agents_device_code ON agents (device_code_hash) WHERE device_code_hash IS NOT NULL;
CREATE UNIQUE INDEX agents_access_token ON agents (access_token_hash) WHERE access_token_hash IS NOT NULL;
-- Search by the end of an id, and by the prefix of a name.
CREATE INDEX agents_id_end ON agents (platform_id, right(id, 8));
CREATE INDEX agents_name ON agents (platform_id, lower(left(name, 100)) text_pattern_ops);

-- An agent action is a payment that an agent requested. Its transaction is created with it.
CREATE TABLE agent_actions (
  platform_id          text NOT NULL,
  id                   text NOT NULL,
  agent_id             text NOT NULL,
  customer_id          text NOT NULL,
  platform_customer_id text NOT NULL,
  type                 text NOT NULL CHECK (type IN ('EXECUTE_QUOTE', 'TRANSFER_OUT', 'TRANSFER_IN')),
  status               text NOT NULL CHECK (status IN ('PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'FAILED')),
  quote_id             text,
  -- Request body of a transfer, with its currency.
  transfer             jsonb,
  transaction_id       text NOT NULL,
  rejection_reason     text,
  -- Amount counted towards the limits of the agent, in the currency of the limits; null unless approved.
  spent                numeric,
  created_at           timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, agent_id) REFERENCES agents (platform_id, id)
) WITH (fillfactor = 85);
CREATE INDEX agent_actions_of_agent ON agent_actions (platform_id, agent_id, id);
CREATE INDEX agent_actions_waiting ON agent_actions (platform_id, id) WHERE status = 'PENDING_APPROVAL';
-- A transaction has at most one open or approved action.
CREATE UNIQUE INDEX agent_actions_open ON agent_actions (platform_id, transaction_id)
  WHERE status IN ('PENDING_APPROVAL', 'APPROVED');
-- Housekeeping deletes expired quotes without an action (transactions/expired-quotes.ts).
CREATE INDEX agent_actions_of_transaction ON agent_actions (platform_id, transaction_id);
