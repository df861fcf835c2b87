-- A wallet that is closed has no credentials any more: nobody logs in, and the emails they had are free.
DELETE FROM wallet_credentials c USING accounts a
WHERE a.platform_id = c.platform_id AND a.id = c.account_id AND a.status = 'CLOSED';
