-- Whether the documents of a public form go to everyone at the same time although the roles of the template are numbered,
-- or the other way round. Null: as the order numbers of the roles say.
ALTER TABLE public_forms ADD COLUMN signing_order text CHECK (signing_order IN ('parallel', 'sequential'));
