-- How a public form fills in the placeholders of a Word file. Each is fixed, or asked of the visitor.
ALTER TABLE public_forms ADD COLUMN placeholders jsonb NOT NULL DEFAULT '[]';

-- The version of the template that the visitor was shown; null for entries from before.
ALTER TABLE form_entries ADD COLUMN template_version integer;
-- What the visitor entered for the placeholders, until the document is made.
ALTER TABLE form_entries ADD COLUMN answers jsonb;
-- The settings of the placeholders that the answers are for.
ALTER TABLE form_entries ADD COLUMN asked_sha256 text;
-- How often the Word file was filled in for this entry.
ALTER TABLE form_entries ADD COLUMN fill_tries integer NOT NULL DEFAULT 0;
