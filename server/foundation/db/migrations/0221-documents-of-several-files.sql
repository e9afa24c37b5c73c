-- The files of which the file of a document or template is joined (core/document/files.ts); null for a single one.
ALTER TABLE documents ADD COLUMN files jsonb;
ALTER TABLE templates ADD COLUMN files jsonb;

-- The stored files of which a joined file was made, so that they are kept as long as it, and counted. A joined file is
-- found by its hash, because documents, templates, their versions and bulk sends share it.
CREATE TABLE joined_files (
  account_id    uuid        NOT NULL REFERENCES accounts (id),
  joined_sha256 text        NOT NULL,
  sha256        text        NOT NULL,
  size          bigint      NOT NULL,
  joined_at     timestamptz NOT NULL,
  PRIMARY KEY (account_id, joined_sha256, sha256)
);
CREATE INDEX joined_files_by_joined ON joined_files (joined_sha256);
CREATE INDEX joined_files_by_file ON joined_files (sha256);
