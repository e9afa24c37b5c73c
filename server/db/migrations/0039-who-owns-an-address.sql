-- An address belongs to whoever has confirmed it. Before that any number of people may have typed it, and each is
-- somebody of their own: signing up with an address tells nothing of it, and takes nothing from anybody.
DROP INDEX identities_by_email;
CREATE UNIQUE INDEX identities_by_email ON identities (lower(email)) WHERE email_confirmed_at IS NOT NULL;
CREATE INDEX identities_by_typed_email ON identities (lower(email), created_at DESC);

-- When somebody who has not confirmed their address is removed with what they drafted. Null: confirmed, or signed up
-- before this was a rule; those may have sent documents, and stay until somebody proves their mailbox.
ALTER TABLE identities ADD COLUMN expires_at timestamptz;
CREATE INDEX identities_to_expire ON identities (expires_at) WHERE email_confirmed_at IS NULL;

-- Wrong one-time codes since the last right one; a new code does not begin them anew.
ALTER TABLE recipients ADD COLUMN mail_code_wrong integer NOT NULL DEFAULT 0;
