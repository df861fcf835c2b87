-- An invitation lets a customer invite another person to the UMA network.
CREATE TABLE invitations (
  platform_id text NOT NULL REFERENCES platforms (id),
  code        text NOT NULL,
  inviter_uma text NOT NULL,
  invitee_uma text,
  first_name  text,
  amount      bigint,
  currency    text,
  url         text NOT NULL,
  -- Expiry does not change the status: PENDING with `expires_at` in the past is expired.
  status      text NOT NULL CHECK (status IN ('PENDING', 'CLAIMED', 'CANCELLED')),
  expires_at  timestamptz,
  claimed_at  timestamptz,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (platform_id, code),
  CHECK ((amount IS NULL) = (currency IS NULL)),
  CHECK ((status = 'CLAIMED') = (invitee_uma IS NOT NULL AND claimed_at IS NOT NULL))
) WITH (fillfactor = 85);
-- Unique over all platforms, because every platform of the same mode may read and claim a code.
CREATE UNIQUE INDEX invitations_code ON invitations (code);
