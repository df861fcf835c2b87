-- What was posted to an account of the house and is not in its balance yet. Every payment goes through these accounts:
-- each writes down what it does to them, and none waits for another. Rows come and go, and few are there at a time.
CREATE TABLE tallies (
  platform_id text NOT NULL,
  account_id  text NOT NULL,
  posted      bigint NOT NULL,
  at          timestamptz NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX tallies_of_account ON tallies (account_id, platform_id);

-- What every account has at this moment.
CREATE VIEW account_balances AS
SELECT a.platform_id, a.id, a.kind, a.type, a.currency, a.posted + COALESCE(t.posted, 0)::bigint AS posted, a.held, a.minimum
FROM accounts a
LEFT JOIN (SELECT platform_id, account_id, sum(posted) AS posted FROM tallies GROUP BY platform_id, account_id) t
  ON t.platform_id = a.platform_id AND t.account_id = a.id;
