-- Amounts that the audit compares with the spending of agents.

-- Amount that the action counts towards the limits of its agent, in their currency; null unless it was approved, and for
-- actions of earlier releases.
ALTER TABLE agent_actions ADD COLUMN spent numeric;

-- Last change of the currency of the limits, which converts what was spent before; null without one.
ALTER TABLE agents ADD COLUMN recast_at timestamptz;
