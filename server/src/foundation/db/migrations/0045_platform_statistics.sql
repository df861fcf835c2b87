-- Events, webhook attempts and job runs: no statistics of platform_id.
--
-- With them the planner expects one row of a platform that is newer than the statistics, so that every index that begins
-- with platform_id looks as good for a lookup by id as the primary key. Without them it assumes a share of the table.
ALTER TABLE events ALTER COLUMN platform_id SET STATISTICS 0;
ALTER TABLE webhook_attempts ALTER COLUMN platform_id SET STATISTICS 0;
ALTER TABLE job_runs ALTER COLUMN platform_id SET STATISTICS 0;
