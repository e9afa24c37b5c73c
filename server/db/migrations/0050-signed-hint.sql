-- Everybody's page shows what stands in everybody's boxes, so a signature is a change for all signers of the document.
CREATE FUNCTION hint_signature() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', NEW.account_id || ' state ' || NEW.document_id);
  RETURN NULL;
END $$;
CREATE TRIGGER signatures_hint AFTER INSERT ON signatures
  FOR EACH ROW EXECUTE FUNCTION hint_signature();
