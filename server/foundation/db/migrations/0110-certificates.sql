-- The sealed record of a document that was declined, voided or left to expire: a file of its own. It is made by a job after
-- the document has ended, which waits for nothing; with more time an expired document goes on, and gets another one later.
ALTER TABLE documents
  ADD COLUMN certificate_sha256 text,
  ADD COLUMN certificate_size   bigint,
  ADD CHECK ((certificate_sha256 IS NULL) = (certificate_size IS NULL));

CREATE INDEX documents_by_certificate ON documents (certificate_sha256) WHERE certificate_sha256 IS NOT NULL;
