-- Answers about a person who is being added on the hosted page, sealed, until the person is complete.
ALTER TABLE kyc_links ADD COLUMN person_draft_sealed text;
-- The sweep removes drafts of expired links on all platforms.
CREATE INDEX kyc_links_drafts ON kyc_links (expires_at) WHERE person_draft_sealed IS NOT NULL;
