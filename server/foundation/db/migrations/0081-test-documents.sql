-- Documents that were made with a test key: marked on every page, counted nowhere, and deleted after a while.
ALTER TABLE documents ADD COLUMN test boolean NOT NULL DEFAULT false;
CREATE INDEX documents_of_tests ON documents (account_id, updated_at) WHERE test;

CREATE OR REPLACE FUNCTION count_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (TG_OP = 'DELETE' AND OLD.test) OR (TG_OP <> 'DELETE' AND NEW.test) THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.status = OLD.status AND (NEW.deleted_at IS NULL) = (OLD.deleted_at IS NULL) THEN
    RETURN NULL;
  END IF;
  IF TG_OP IN ('UPDATE', 'DELETE') AND OLD.deleted_at IS NULL THEN
    UPDATE document_counts SET count = count - 1
     WHERE account_id = OLD.account_id AND month = date_trunc('month', OLD.created_at AT TIME ZONE 'UTC')
       AND status = OLD.status;
  END IF;
  IF TG_OP IN ('UPDATE', 'INSERT') AND NEW.deleted_at IS NULL THEN
    INSERT INTO document_counts (account_id, month, status, count)
    VALUES (NEW.account_id, date_trunc('month', NEW.created_at AT TIME ZONE 'UTC'), NEW.status, 1)
    ON CONFLICT (account_id, month, status) DO UPDATE SET count = document_counts.count + 1;
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER documents_completed_first ON documents;
CREATE TRIGGER documents_completed_first AFTER INSERT ON documents
  FOR EACH ROW WHEN (NEW.status = 'completed' AND NOT NEW.test) EXECUTE FUNCTION count_completed();
DROP TRIGGER documents_completed_now ON documents;
CREATE TRIGGER documents_completed_now AFTER UPDATE OF status ON documents
  FOR EACH ROW WHEN (NEW.status = 'completed' AND OLD.status <> 'completed' AND NOT NEW.test)
  EXECUTE FUNCTION count_completed();
