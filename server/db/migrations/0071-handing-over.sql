-- Whose a document is may change; who sent it does not. created_by says whose it is now: whoever made it, until it was
-- handed over. Who sent it stands in the trail alone (document_sent), where it cannot change.
COMMENT ON COLUMN documents.created_by IS 'whose it is now; who sent it stands in the trail';

-- An account may ask a second factor of everybody in it.
ALTER TABLE accounts ADD COLUMN two_factor_required boolean NOT NULL DEFAULT false;
