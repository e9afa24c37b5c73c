-- A screen that is come back to asks again only for what a hint named, so everything that a member sees has to give
-- one: also templates, contacts, folders, and the account's own events. As in 0009, a hint leaves with the commit of
-- the change that it is about, and PostgreSQL drops repetitions within a transaction.

CREATE FUNCTION hint_subject() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', COALESCE(NEW.account_id, OLD.account_id) || ' ' || TG_ARGV[0]);
  RETURN NULL;
END $$;

CREATE TRIGGER templates_hint AFTER INSERT OR UPDATE OR DELETE ON templates
  FOR EACH ROW EXECUTE FUNCTION hint_subject('templates');
CREATE TRIGGER contacts_hint AFTER INSERT OR UPDATE OR DELETE ON contacts
  FOR EACH ROW EXECUTE FUNCTION hint_subject('contacts');
CREATE TRIGGER folders_hint AFTER INSERT OR UPDATE OR DELETE ON folders
  FOR EACH ROW EXECUTE FUNCTION hint_subject('folders');
CREATE TRIGGER account_events_hint AFTER INSERT ON account_events
  FOR EACH ROW EXECUTE FUNCTION hint_subject('audit');

-- A document that is moved to another folder is another line of the library.
CREATE TRIGGER documents_moved_hint AFTER UPDATE OF folder_id ON documents
  FOR EACH ROW WHEN (NEW.folder_id IS DISTINCT FROM OLD.folder_id) EXECUTE FUNCTION hint_subject('documents');
