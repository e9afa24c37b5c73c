-- A search in the order of titles begins where the first hits are: for each start of titles (their first two letters) the
-- runs of letters that stand in them (0130), so that starts without a hit are passed over instead of looked through. In
-- a table of its own, which is only written when a title is: documents are written with every step that they take.
CREATE TABLE document_titles (
  account_id   uuid  NOT NULL,
  -- Of `title_key`, whose order it follows.
  start        text  COLLATE "C" NOT NULL,
  document_id  uuid  NOT NULL,
  title        text  NOT NULL,
  PRIMARY KEY (account_id, start, document_id)
);

-- Each start has runs of its own, as each account has. One title of 256 bears a key more: whether many of a start have
-- the words is told by those alone, without going through all of them.
CREATE FUNCTION title_seed(account uuid, start text) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT md5(account::text || start)::uuid;
$$;
CREATE FUNCTION title_sample(account uuid, start text, document uuid) RETURNS bigint[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN get_byte(uuid_send(document), 15) = 0
              THEN ARRAY[hashtextextended('sample ' || account::text || start, 0)] ELSE '{}' END;
$$;

-- It takes some 0.1 ms for a title. Taken for cheap, it was asked of one title after the other where the index was there.
ALTER FUNCTION search_keys(uuid, text) COST 10000;

INSERT INTO document_titles (account_id, start, document_id, title)
SELECT account_id, left(title_key, 2), id, title FROM documents WHERE deleted_at IS NULL;
CREATE INDEX document_titles_by_words ON document_titles
  USING gin ((search_keys(title_seed(account_id, start), title) || title_sample(account_id, start, document_id)));

CREATE FUNCTION keep_document_title() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.title = OLD.title AND (NEW.deleted_at IS NULL) = (OLD.deleted_at IS NULL) THEN
    RETURN NULL;
  END IF;
  IF TG_OP IN ('UPDATE', 'DELETE') THEN
    DELETE FROM document_titles
     WHERE account_id = OLD.account_id AND start = left(OLD.title_key, 2) AND document_id = OLD.id;
  END IF;
  IF TG_OP IN ('UPDATE', 'INSERT') AND NEW.deleted_at IS NULL THEN
    INSERT INTO document_titles (account_id, start, document_id, title)
    VALUES (NEW.account_id, left(NEW.title_key, 2), NEW.id, NEW.title);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER documents_keep_titles AFTER INSERT OR DELETE OR UPDATE OF title, deleted_at ON documents
  FOR EACH ROW EXECUTE FUNCTION keep_document_title();
