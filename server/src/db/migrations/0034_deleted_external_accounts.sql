-- What sets a payment in motion asks whether its accounts outside were deleted: few are, and most of the time that is
-- answered by an index without an entry.
CREATE INDEX external_accounts_deleted ON external_accounts (platform_id, id) WHERE deleted_at IS NOT NULL;
