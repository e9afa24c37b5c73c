-- The values beside the trail only grow, as the trail itself does (T-03). One of them may go: the name of a draft's
-- file, when the draft is deleted for ever, since nobody else ever knew of it.
CREATE FUNCTION refuse_value_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_LEVEL = 'ROW' THEN
    IF OLD.name = 'fileName' AND NOT EXISTS (
      SELECT 1 FROM events
       WHERE account_id = OLD.account_id AND document_id = OLD.document_id AND type = 'document_sent'
    ) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'The trail only grows: % on % is refused.', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER event_values_only_grow BEFORE UPDATE OR DELETE ON event_values
  FOR EACH ROW EXECUTE FUNCTION refuse_value_change();
CREATE TRIGGER event_values_are_never_truncated BEFORE TRUNCATE ON event_values
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_value_change();

-- The one deletion, for a role that may only insert.
CREATE FUNCTION forget_draft_file_name(account uuid, document uuid) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  DELETE FROM event_values WHERE account_id = account AND document_id = document AND name = 'fileName';
$$;
