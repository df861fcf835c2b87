-- Housekeeping deletes expired quotes that no action of an agent refers to (transactions/expired-quotes.ts).
CREATE INDEX agent_actions_of_transaction ON agent_actions (platform_id, transaction_id);
