-- Views of developers: filters of the request log, health of webhook endpoints, search.

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

-- A webhook hour counts the attempts to deliver to the endpoint of a platform within an hour of real time, by latency, so
-- that its health is read without its attempts. A bucket holds latencies up to 1.15 to the power of its number, in ms.
CREATE TABLE webhook_hours (
  platform_id text NOT NULL REFERENCES platforms (id),
  hour        timestamptz NOT NULL,
  bucket      smallint NOT NULL,
  delivered   integer NOT NULL,
  failed      integer NOT NULL,
  PRIMARY KEY (platform_id, hour, bucket)
) WITH (fillfactor = 70);

-- Events by the status of an answer to them.
CREATE INDEX webhook_attempts_answers ON webhook_attempts (platform_id, status, event_id);

-- Search by the last characters of an id, which people see and paste. Tables that payments fill have no such index:
-- their ids are found by their beginning.
CREATE INDEX customers_id_end ON customers (platform_id, right(id, 8));
CREATE INDEX accounts_id_end ON accounts (platform_id, right(id, 8)) WHERE type IS NOT NULL;
CREATE INDEX external_accounts_id_end ON external_accounts (platform_id, right(id, 8));
CREATE INDEX cards_id_end ON cards (platform_id, right(id, 8));
CREATE INDEX agents_id_end ON agents (platform_id, right(id, 8));

-- Search by the beginning of a name, of its last word and of an address. Bounded, because an index entry is.
CREATE INDEX customers_name ON customers
  (platform_id, lower(left(COALESCE(profile ->> 'fullName', profile #>> '{businessInfo,legalName}'), 100)) text_pattern_ops)
  WHERE NOT is_deleted;
CREATE INDEX customers_last_name ON customers
  (platform_id, lower(left(substring(profile ->> 'fullName' FROM '[^ ]+$'), 100)) text_pattern_ops)
  WHERE NOT is_deleted;
CREATE INDEX customers_email ON customers (platform_id, lower(left(email, 100)) text_pattern_ops)
  WHERE NOT is_deleted AND email IS NOT NULL;
CREATE INDEX cards_last4 ON cards (platform_id, last4);
CREATE INDEX agents_name ON agents (platform_id, lower(left(name, 100)) text_pattern_ops);
CREATE INDEX api_tokens_name ON api_tokens (platform_id, lower(left(name, 100)) text_pattern_ops);
