-- The saved views of a member's list of documents, each with a name, filters and a sort order.
ALTER TABLE preferences ADD COLUMN views jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(views) = 'array');
