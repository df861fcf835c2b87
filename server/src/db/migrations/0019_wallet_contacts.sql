-- An email that a customer has changed to, and that their codes go to from then on, is theirs alone on the platform: of
-- two who change to one email at the same instant one does. What is null was there from the beginning; one email may
-- have opened several wallets then.
ALTER TABLE wallet_credentials ADD COLUMN claimed_contact text;
CREATE UNIQUE INDEX wallet_credentials_contact ON wallet_credentials (platform_id, claimed_contact)
  WHERE claimed_contact IS NOT NULL;
