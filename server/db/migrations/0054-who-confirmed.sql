-- Who has shown that mail to an address reaches its owner: the provider that they sign in at, or they themselves by a
-- mail of ours. Null: nobody has, or it is not known who.
ALTER TABLE users ADD COLUMN email_confirmed_by text CHECK (email_confirmed_by IN ('provider', 'mail'));
UPDATE users SET email_confirmed_by = CASE WHEN issuer = 'embedded' THEN 'mail' ELSE 'provider' END
  WHERE email_confirmed_at IS NOT NULL;

-- People of another provider have no identity here, and are asked by mail as well: such a mail belongs to the member.
ALTER TABLE identity_mails ALTER COLUMN identity_id DROP NOT NULL;
ALTER TABLE identity_mails ADD COLUMN account_id uuid;
ALTER TABLE identity_mails ADD COLUMN user_id uuid;
ALTER TABLE identity_mails ADD FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id);
ALTER TABLE identity_mails ADD CONSTRAINT identity_mails_owner_check
  CHECK ((identity_id IS NULL) = (user_id IS NOT NULL) AND (user_id IS NULL) = (account_id IS NULL));
CREATE INDEX identity_mails_by_member ON identity_mails (account_id, user_id, kind) WHERE user_id IS NOT NULL;
