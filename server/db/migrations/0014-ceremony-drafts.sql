-- What a recipient has entered and not yet signed, so that they can go on with another device. Encrypted: it is
-- nobody's business before the act, not even that of whoever reads a backup. Gone with the act or the document's end.
CREATE TABLE ceremony_drafts (
  account_id    uuid        NOT NULL,
  document_id   uuid        NOT NULL,
  recipient_id  uuid        NOT NULL,
  content       text        NOT NULL,
  saved_at      timestamptz NOT NULL,
  PRIMARY KEY (account_id, document_id, recipient_id),
  FOREIGN KEY (account_id, document_id) REFERENCES documents (account_id, id) ON DELETE CASCADE
);
