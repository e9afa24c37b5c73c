-- The time zone, date format and number format of a document (core/formats/formats.ts), all three or none. Null of an
-- account: nobody has chosen any. Null of a template, a form or a draft: those of the account when it is sent. Null of a
-- document that is out: it was sent before there were any, and keeps UTC and 'Nov 27, 2026'.
ALTER TABLE accounts ADD COLUMN formats jsonb;
ALTER TABLE templates ADD COLUMN formats jsonb;
ALTER TABLE public_forms ADD COLUMN formats jsonb;
ALTER TABLE documents ADD COLUMN formats jsonb;

-- What everyone has agreed to is printed: a document that was sent keeps its formats.
CREATE FUNCTION refuse_other_formats() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The formats of a document that was sent are part of what is agreed to.'
    USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER documents_keep_formats BEFORE UPDATE OF formats ON documents
  FOR EACH ROW WHEN (OLD.status <> 'draft' AND OLD.formats IS DISTINCT FROM NEW.formats)
  EXECUTE FUNCTION refuse_other_formats();
