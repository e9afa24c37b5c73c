-- The separate files of a completed document can have a problem too.
DROP INDEX documents_with_seal_problem;
CREATE INDEX documents_with_seal_problem ON documents (account_id, id) WHERE seal_problem IS NOT NULL;
