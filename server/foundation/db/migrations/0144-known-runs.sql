-- How many titles have a run of letters, by the statistics of the database: a search asks its index for the rare ones only
-- (server/documents/library/rare-runs.ts). Of the index of recipients they are kept already; this one is of a part of
-- the table, of which none are used. They are there with the next ANALYZE; until then all runs are asked for, as before.
CREATE STATISTICS document_words ON (search_keys(account_id, title)) FROM documents;
