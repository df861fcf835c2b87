-- Responses show the identifier of a beneficial owner masked. Identifiers that were sealed before stay masked completely:
-- SQL cannot open them.
ALTER TABLE beneficial_owners ADD COLUMN identifier_masked text NOT NULL DEFAULT '****';
ALTER TABLE beneficial_owners ALTER COLUMN identifier_masked DROP DEFAULT;

UPDATE customers SET beneficial_owners = (
  SELECT jsonb_agg(jsonb_set(owner, '{personalInfo,identifier}', '"****"') ORDER BY position)
  FROM jsonb_array_elements(beneficial_owners) WITH ORDINALITY AS owners (owner, position))
WHERE beneficial_owners <> '[]';
