-- With the card as its last column it looked as good for finding the sources of a card as the index that begins with the
-- card: a planner that knew the table as an empty one took it, and every purchase read the sources of all cards.
DROP INDEX card_funding_sources_of_account;
CREATE INDEX card_funding_sources_of_account ON card_funding_sources (platform_id, account_id) WHERE detached_at IS NULL;
