-- People who always take a role of a template, and the template that each document was made from.
ALTER TABLE template_roles
  ADD COLUMN person_email text,
  ADD COLUMN person_name  text,
  ADD CHECK (num_nulls(person_email, person_name) IN (0, 2));

-- No foreign key: a document keeps its origin after the template was deleted.
ALTER TABLE documents ADD COLUMN template_id uuid;
UPDATE documents SET template_id = (events.body::jsonb #>> '{data,templateId}')::uuid
  FROM events
 WHERE events.account_id = documents.account_id AND events.document_id = documents.id
   AND events.type = 'document_made_from_template';
CREATE INDEX documents_of_template ON documents (account_id, template_id, status, sent_at)
  WHERE template_id IS NOT NULL AND deleted_at IS NULL AND NOT test;
