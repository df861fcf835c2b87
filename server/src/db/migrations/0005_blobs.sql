-- Files as rows of a useful size, for those who keep everything in one database.
CREATE TABLE blob_chunks (
  platform_id text NOT NULL REFERENCES platforms (id),
  blob_id     text NOT NULL,
  n           integer NOT NULL,
  bytes       bytea NOT NULL,
  PRIMARY KEY (platform_id, blob_id, n)
);
