-- An account may ask a second factor of everybody in it who signs in with a password here.
ALTER TABLE accounts ADD COLUMN factor_required boolean NOT NULL DEFAULT false;
-- Whether a session began with a second factor or a passkey, or its person has set one up in it.
ALTER TABLE sessions ADD COLUMN factor boolean NOT NULL DEFAULT false;
