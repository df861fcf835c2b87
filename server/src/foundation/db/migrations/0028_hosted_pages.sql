-- Logos of platforms on the pages that end users see. They are apart from the settings, which many requests read.
CREATE TABLE platform_logos (
  platform_id text PRIMARY KEY REFERENCES platforms (id),
  -- SHA-256 of the image, which is part of its address.
  hash        bytea NOT NULL CHECK (octet_length(hash) = 32),
  content     bytea NOT NULL CHECK (octet_length(content) <= 65536)
);
