-- What was handed in for a document that nobody signed goes with it when it is deleted for ever; until now it stayed, where
-- nobody could reach it. Its file is swept.
DELETE FROM attachments USING documents
 WHERE documents.account_id = attachments.account_id AND documents.id = attachments.document_id AND NOT documents.files_kept;
