-- Limits checked when a payment starts.

-- A daily volume is the amount that an owner has sent in one currency on one day, by the clock of the platform.
CREATE TABLE daily_volumes (
  platform_id text NOT NULL,
  owner_id    text NOT NULL,
  currency    text NOT NULL,
  day         date NOT NULL,
  sent        numeric NOT NULL,
  maximum     numeric NOT NULL,
  PRIMARY KEY (platform_id, owner_id, currency, day),
  -- Fails the whole statement of a payment that exceeds the daily limit.
  CONSTRAINT daily_volumes_maximum CHECK (sent <= maximum)
) WITH (fillfactor = 70);
