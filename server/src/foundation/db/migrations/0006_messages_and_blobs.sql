-- Tables of the built-in providers for messages and file storage.

-- A message is an email or text message that the sandbox stores instead of sending it.
CREATE TABLE messages (
  platform_id text NOT NULL REFERENCES platforms (id),
  id          text NOT NULL,
  channel     text NOT NULL CHECK (channel IN ('EMAIL', 'SMS')),
  recipient   text NOT NULL,
  subject     text,
  body        text NOT NULL,
  html        text,
  code        text,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id)
);

-- A blob chunk is a part of a file, for installations that store files in the database.
CREATE TABLE blob_chunks (
  platform_id text NOT NULL REFERENCES platforms (id),
  blob_id     text NOT NULL,
  n           integer NOT NULL,
  bytes       bytea NOT NULL,
  PRIMARY KEY (platform_id, blob_id, n)
);
