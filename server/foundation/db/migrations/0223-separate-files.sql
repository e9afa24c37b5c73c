-- Whether each of several files is also sealed as a separate PDF (core/document/sealed-files.ts), and those PDFs once
-- they exist. Their stored files are also in joined_files, found by the hash of the sealed file of the document.
ALTER TABLE documents ADD COLUMN separate_files boolean NOT NULL DEFAULT false;
ALTER TABLE documents ADD COLUMN sealed_files jsonb;
ALTER TABLE templates ADD COLUMN separate_files boolean NOT NULL DEFAULT false;
