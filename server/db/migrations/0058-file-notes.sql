-- What was found in a file when it was taken in, for whoever prepares it: codes with their pages and words
-- (core/document/file-note.ts). Of files that came before nothing is known.
ALTER TABLE documents ADD COLUMN file_notes jsonb NOT NULL DEFAULT '[]';
ALTER TABLE templates ADD COLUMN file_notes jsonb NOT NULL DEFAULT '[]';
