-- Documents are found by any part of their title, or of a recipient's name or address, however many there are: an index
-- of the runs of three letters that stand in them. A run is kept as a number made of it and of the account, so that an
-- account finds its own without going through those of others; of scripts that write a word in one or two signs, runs of
-- two are kept as well. No extension is needed, so that every server and the embedded one do it alike.
--
-- What the index finds is compared with the words themselves afterwards, since two runs may share a number.
CREATE FUNCTION search_keys(account uuid, words text) RETURNS bigint[]
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  folded text COLLATE "C" := lower(words);
  seed   bigint   := hashtextextended(account::text COLLATE "C", 0);
  keys   bigint[] := '{}';
BEGIN
  FOR place IN 1 .. length(folded) - 2 LOOP
    keys := keys || hashtextextended(substr(folded, place, 3), seed);
  END LOOP;
  IF octet_length(folded) > length(folded) THEN
    FOR place IN 1 .. length(folded) - 1 LOOP
      -- From U+2E80 on: the scripts of East Asia.
      IF ascii(substr(folded, place, 1)) >= 11904 THEN
        keys := keys || hashtextextended(substr(folded, place, 2), seed);
      END IF;
    END LOOP;
  END IF;
  RETURN keys;
END $$;

CREATE INDEX documents_by_words ON documents USING gin (search_keys(account_id, title)) WHERE deleted_at IS NULL;
CREATE INDEX recipients_by_words ON recipients USING gin (search_keys(account_id, name || ' ' || email));
-- What one member sent, newest first.
CREATE INDEX documents_by_owner ON documents (account_id, created_by, created_at DESC, id DESC)
  WHERE deleted_at IS NULL;
