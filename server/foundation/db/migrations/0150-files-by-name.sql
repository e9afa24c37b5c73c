-- Before a file is removed it is asked for in every column that names one (server/files/needed-files.ts): twice a day of all files,
-- and with each document that is deleted for ever. These had no index, so that each question went through their tables.
CREATE INDEX documents_by_sealed ON documents (sealed_sha256) WHERE sealed_sha256 IS NOT NULL;
CREATE INDEX signatures_by_image ON signatures (image_sha256) WHERE image_sha256 IS NOT NULL;
CREATE INDEX signatures_by_initials ON signatures (initials_sha256) WHERE initials_sha256 IS NOT NULL;
CREATE INDEX attachments_by_file ON attachments (sha256);
CREATE INDEX templates_by_original ON templates (original_sha256) WHERE original_sha256 IS NOT NULL;
CREATE INDEX templates_by_base ON templates (base_sha256) WHERE base_sha256 IS NOT NULL;
CREATE INDEX bulk_sends_by_original ON bulk_sends (original_sha256);
CREATE INDEX bulk_sends_by_file ON bulk_sends (base_sha256);
