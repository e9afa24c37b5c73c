-- What visitors of a public form see after they have signed: { text, link }. Null: nothing.
ALTER TABLE public_forms ADD COLUMN thanks jsonb;
