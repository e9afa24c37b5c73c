-- Whose a document is may change; who sent it does not. created_by says whose it is now: whoever made it, until it was
-- handed over. Who sent it stands in the trail alone (document_sent), where it cannot change.
COMMENT ON COLUMN documents.created_by IS 'whose it is now; who sent it stands in the trail';

-- An account may ask a second factor of everybody in it.
ALTER TABLE accounts ADD COLUMN two_factor_required boolean NOT NULL DEFAULT false;

-- A session that goes on in another account of its person ends the streams that it follows in the one before.
CREATE TRIGGER sessions_moved_hint AFTER UPDATE OF account_id ON sessions
  FOR EACH ROW WHEN (NEW.account_id <> OLD.account_id) EXECUTE FUNCTION hint_session();
