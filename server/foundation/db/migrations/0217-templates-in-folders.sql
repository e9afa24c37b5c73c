-- Templates can be in the folders of documents, with the same rights.
ALTER TABLE templates ADD COLUMN folder_id uuid;
ALTER TABLE templates ADD FOREIGN KEY (account_id, folder_id) REFERENCES folders (account_id, id);
CREATE INDEX templates_in_folder ON templates (account_id, folder_id) WHERE folder_id IS NOT NULL;
-- Other members then see other templates.
CREATE TRIGGER folders_shared_templates_hint AFTER UPDATE OF private_to ON folders
  FOR EACH ROW WHEN (NEW.private_to IS DISTINCT FROM OLD.private_to) EXECUTE FUNCTION hint_subject('templates');
CREATE TRIGGER folder_grants_templates_hint AFTER INSERT OR UPDATE OR DELETE ON folder_grants
  FOR EACH ROW EXECUTE FUNCTION hint_subject('templates');
