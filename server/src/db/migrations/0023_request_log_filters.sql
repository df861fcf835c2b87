-- Filters of the request log.

-- Ids of the resources that the request named in its path or got in its answer; null if none.
ALTER TABLE request_log ADD COLUMN resource_ids text[];
-- First invalid field of a rejected request, by which errors are grouped.
ALTER TABLE request_log ADD COLUMN field text;

-- Ids of resources are unique beyond the platform, and GIN cannot lead with a text column.
-- A short pending list bounds the part that a lookup reads sequentially.
CREATE INDEX request_log_resources ON request_log USING gin (resource_ids) WITH (gin_pending_list_limit = 256)
  WHERE resource_ids IS NOT NULL;

-- Filters are evaluated in the key's own index, so that a rare value in a long log reads no bodies.
ALTER TABLE request_log DROP CONSTRAINT request_log_pkey;
ALTER TABLE request_log ADD CONSTRAINT request_log_pkey PRIMARY KEY (platform_id, id)
  INCLUDE (at, method, route, status, code, token_id);

CREATE INDEX request_log_errors ON request_log (platform_id, id) INCLUDE (at, method, route, status, code, field)
  WHERE status >= 400;
