-- The claim of an account's own provider that states the role of its people, and the role for each of its values.
ALTER TABLE account_sign_ons ADD COLUMN role_claim text;
ALTER TABLE account_sign_ons ADD COLUMN role_values jsonb NOT NULL DEFAULT '[]';
