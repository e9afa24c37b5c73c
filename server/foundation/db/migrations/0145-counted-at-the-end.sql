-- The counts of an account's documents are written when a transaction ends, and no longer in its middle: until then whoever
-- changed a document held the row of its status, and everybody else of the account waited for it. A last signature held it
-- and wanted the account's count of mails, a sending held that one and wanted the row: one of the two had to give way, after
-- a second, and with many at once some were refused.
--
-- A later migration that changes documents and then their table in one transaction begins with SET CONSTRAINTS ALL IMMEDIATE.
CREATE OR REPLACE FUNCTION count_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (TG_OP = 'DELETE' AND OLD.test) OR (TG_OP <> 'DELETE' AND NEW.test) THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.status = OLD.status AND (NEW.deleted_at IS NULL) = (OLD.deleted_at IS NULL) THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    -- In one order, whichever way a document goes.
    PERFORM FROM document_counts
      WHERE account_id = OLD.account_id AND month = date_trunc('month', OLD.created_at AT TIME ZONE 'UTC')
        AND status IN (OLD.status, NEW.status)
      ORDER BY status FOR UPDATE;
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

DROP TRIGGER documents_are_counted ON documents;
CREATE CONSTRAINT TRIGGER documents_are_counted AFTER INSERT OR DELETE OR UPDATE OF status, deleted_at ON documents
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_documents();
