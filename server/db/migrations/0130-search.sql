-- Documents are found by any part of their title, or of a recipient's name or address, however many there are: an index
-- of the runs of three letters that stand in them. A run is kept as a number made of it and of the account, so that an
-- account finds its own without going through those of others; of scripts that write a word in one or two signs, runs of
-- two are kept as well. No extension is needed, so that every server and the embedded one do it alike.
--
-- What the index finds is compared with the words themselves afterwards, since two runs may share a number.
CREATE FUNCTION search_keys(account uuid, words text) RETURNS bigint[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT hashtextextended(run, seed)), '{}')
    FROM (SELECT lower(words) COLLATE "C" AS folded, hashtextextended(account::text COLLATE "C", 0) AS seed) AS given,
         generate_series(1, length(folded) - 1) AS place,
         LATERAL (VALUES (substr(folded, place, 3), 3), (substr(folded, place, 2), 2)) AS runs (run, letters)
   WHERE length(run) = letters AND (letters = 3 OR ascii(run) > 11903)
$$;

CREATE INDEX documents_by_words ON documents USING gin (search_keys(account_id, title)) WHERE deleted_at IS NULL;
CREATE INDEX recipients_by_words ON recipients USING gin (search_keys(account_id, name || ' ' || email));
-- What one member sent, newest first.
CREATE INDEX documents_by_owner ON documents (account_id, created_by, created_at DESC, id DESC)
  WHERE deleted_at IS NULL;
