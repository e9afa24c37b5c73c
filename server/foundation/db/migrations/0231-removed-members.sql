-- The sessions of a removed member remain until they expire, without access, so that open pages can say why.
ALTER TABLE sessions ADD COLUMN removed boolean NOT NULL DEFAULT false;
CREATE TRIGGER sessions_removed_hint AFTER UPDATE OF removed ON sessions
  FOR EACH ROW WHEN (NEW.removed AND NOT OLD.removed) EXECUTE FUNCTION hint_session();
