-- States of a template that its members saved, with the last one; older rows are deleted beyond a number.
CREATE TABLE template_versions (
  account_id       uuid        NOT NULL,
  template_id      uuid        NOT NULL,
  version          integer     NOT NULL CHECK (version >= 1),
  author_id        uuid        NOT NULL,
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  -- Name, description, category, file, fields, roles, formats and settings.
  content          jsonb       NOT NULL,
  -- The files of the content, so that they are kept and counted.
  original_sha256  text,
  original_size    bigint,
  base_sha256      text,
  base_size        bigint,
  PRIMARY KEY (account_id, template_id, version),
  FOREIGN KEY (account_id, template_id) REFERENCES templates (account_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, author_id) REFERENCES users (account_id, id)
);
CREATE INDEX template_versions_original ON template_versions (original_sha256);
CREATE INDEX template_versions_base ON template_versions (base_sha256);

-- The version of the present state, and whether a document states it: such a version no longer changes.
ALTER TABLE templates
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN version_used boolean NOT NULL DEFAULT false;
-- Null for documents from before versions existed.
ALTER TABLE documents ADD COLUMN template_version integer;
