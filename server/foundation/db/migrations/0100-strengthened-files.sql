-- What a sealed file proves of its time (ETSI EN 319 142-1), and when it is looked at next to be strengthened or renewed.
-- The sealed file itself never changes: what strengthens it is a file of its own, which comes behind it when it is given
-- out, and each later one begins with the one before.
ALTER TABLE documents
  ADD COLUMN seal_level           text CHECK (seal_level IN ('B-B', 'B-T', 'B-LTA')),
  ADD COLUMN timestamped_at       timestamptz,
  ADD COLUMN strengthening_sha256 text,
  ADD COLUMN strengthening_size   bigint,
  ADD COLUMN strengthen_at        timestamptz,
  ADD CHECK ((strengthening_sha256 IS NULL) = (strengthening_size IS NULL)),
  ADD CHECK (strengthening_sha256 IS NULL OR sealed_sha256 IS NOT NULL);

UPDATE documents SET seal_level = 'B-B', strengthen_at = completed_at WHERE status = 'completed';

CREATE INDEX documents_to_strengthen ON documents (strengthen_at) WHERE strengthen_at IS NOT NULL;
CREATE INDEX documents_by_strengthening ON documents (strengthening_sha256) WHERE strengthening_sha256 IS NOT NULL;
