-- Pixels of a picture that a recipient uploaded into a field that prints it. Null for other files.
ALTER TABLE attachments ADD COLUMN width integer, ADD COLUMN height integer;
