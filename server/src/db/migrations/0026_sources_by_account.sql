-- Of two indexes that begin with the platform, a planner that knows nothing of the table takes the younger one: it still
-- read the sources of all cards of a platform to find those of one. This one begins with what it is asked for.
DROP INDEX card_funding_sources_of_account;
CREATE INDEX card_funding_sources_of_account ON card_funding_sources (account_id, platform_id) WHERE detached_at IS NULL;
DROP INDEX card_funding_sources_attached;
CREATE UNIQUE INDEX card_funding_sources_attached ON card_funding_sources (platform_id, card_id, account_id)
  WHERE detached_at IS NULL;
