-- Files of imports are kept track of as those of documents are: what a crash or a file that cannot be read leaves is swept.
ALTER TABLE document_files RENAME TO stored_files;
ALTER INDEX document_files_pkey RENAME TO stored_files_pkey;
ALTER INDEX document_files_to_sweep RENAME TO stored_files_to_sweep;

-- What is still to be imported; and what earlier imports should have removed.
INSERT INTO stored_files (platform_id, blob_id, state, since)
SELECT platform_id, blob_id, CASE WHEN completed_at IS NULL THEN 'KEPT' ELSE 'DOOMED' END, created_at FROM bulk_imports
ON CONFLICT DO NOTHING;
