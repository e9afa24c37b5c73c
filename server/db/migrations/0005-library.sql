-- The library: folders, the orders in which documents are listed, the bin, and pictures of first pages.

CREATE TABLE folders (
  account_id  uuid        NOT NULL REFERENCES accounts (id),
  id          uuid        NOT NULL,
  parent_id   uuid,
  name        text        NOT NULL,
  -- What counts as the same name is decided by core/folder, not by a database's collation.
  name_key    text        NOT NULL COLLATE "C",
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, parent_id) REFERENCES folders (account_id, id)
);
CREATE UNIQUE INDEX folders_by_name ON folders (account_id, parent_id, name_key) NULLS NOT DISTINCT;

ALTER TABLE documents
  ADD COLUMN folder_id uuid,
  ADD COLUMN deleted_by uuid,
  -- Deleted for ever: what remains of the row is what the trail and the recipients are owed.
  ADD COLUMN purged_at timestamptz,
  -- Whether the store still owes the files of this row.
  ADD COLUMN files_kept boolean NOT NULL DEFAULT true,
  -- Titles in an order that both databases agree on: without case, an accented letter beside its plain one.
  ADD COLUMN title_key text COLLATE "C" GENERATED ALWAYS AS (lower(normalize(title, NFD))) STORED,
  -- The order of a document's life; what waits for its seal is pending to everybody who looks at a list.
  ADD COLUMN status_rank smallint GENERATED ALWAYS AS (
    CASE status WHEN 'draft' THEN 1 WHEN 'sent' THEN 2 WHEN 'sealing' THEN 2 WHEN 'completed' THEN 3
                WHEN 'declined' THEN 4 WHEN 'voided' THEN 5 ELSE 6 END) STORED,
  ADD FOREIGN KEY (account_id, folder_id) REFERENCES folders (account_id, id);

CREATE INDEX documents_by_title ON documents (account_id, title_key, id) WHERE deleted_at IS NULL;
CREATE INDEX documents_by_size ON documents (account_id, original_size, id) WHERE deleted_at IS NULL;
CREATE INDEX documents_by_rank ON documents (account_id, status_rank, id) WHERE deleted_at IS NULL;
CREATE INDEX documents_in_folder ON documents (account_id, folder_id, created_at DESC, id DESC)
  WHERE deleted_at IS NULL;
CREATE INDEX documents_in_bin ON documents (account_id, deleted_at DESC, id DESC)
  WHERE deleted_at IS NOT NULL AND purged_at IS NULL;
CREATE INDEX documents_due_to_purge ON documents (deleted_at) WHERE deleted_at IS NOT NULL AND purged_at IS NULL;
-- Whether any document still needs a file: the same bytes are one file for everybody.
CREATE INDEX documents_by_original ON documents (original_sha256);
CREATE INDEX documents_by_base ON documents (base_sha256);

-- The picture of a file's first page, made when somebody first looks at it; both are files in the store.
CREATE TABLE thumbnails (
  account_id    uuid NOT NULL REFERENCES accounts (id),
  file_sha256   text NOT NULL,
  image_sha256  text NOT NULL,
  PRIMARY KEY (account_id, file_sha256)
);
CREATE INDEX thumbnails_by_image ON thumbnails (image_sha256);
