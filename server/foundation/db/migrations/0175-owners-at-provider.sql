-- An owner's identity at the account's own identity provider. Owners keep their other way to sign in (issuer, subject),
-- so that no account is locked when its provider fails.
ALTER TABLE users
  ADD COLUMN sign_on_issuer text,
  ADD COLUMN sign_on_subject text,
  ADD CHECK ((sign_on_issuer IS NULL) = (sign_on_subject IS NULL));
