-- Roles of a public form whose people its visitor names.
ALTER TABLE public_forms ADD COLUMN named_by_visitor jsonb NOT NULL DEFAULT '[]';
-- The people that the visitor named, until the document is made.
ALTER TABLE form_entries ADD COLUMN named_people jsonb;
-- How many people the visitor named, which counts toward the daily limits of the visitor's mailbox.
ALTER TABLE form_entries ADD COLUMN named_count integer NOT NULL DEFAULT 0;
CREATE INDEX form_entries_of_namers ON form_entries (mailbox_of(email), confirmed_at) WHERE named_count > 0;
