-- Field kinds beyond a box with a label: what the sender lays down (core/field/properties.ts) is one value, since
-- it is only ever read and written with its field.
ALTER TABLE fields ADD COLUMN properties jsonb NOT NULL DEFAULT '{}';
ALTER TABLE template_fields ADD COLUMN properties jsonb NOT NULL DEFAULT '{}';

-- The form fields that the uploaded file had, as the editor can offer them; null when it had none.
ALTER TABLE documents ADD COLUMN form_fields jsonb;

-- Files that recipients handed in. A row is a file that arrived; it counts only once it is the value of its field.
CREATE TABLE attachments (
  account_id    uuid        NOT NULL,
  document_id   uuid        NOT NULL,
  recipient_id  uuid        NOT NULL,
  field_id      uuid        NOT NULL,
  sha256        text        NOT NULL,
  name          text        NOT NULL,
  media_type    text        NOT NULL,
  size          bigint      NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, document_id, field_id, sha256),
  FOREIGN KEY (account_id, document_id) REFERENCES documents (account_id, id) ON DELETE CASCADE
);
