-- Events that have arrived are not kept for ever. Up to this id they may be gone, and the audit does not look for them.
ALTER TABLE platforms ADD COLUMN events_swept_to text;
