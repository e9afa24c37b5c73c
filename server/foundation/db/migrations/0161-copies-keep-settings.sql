-- Which page of the recipient a link was last given, by its hash: a program signs only what it has retrieved as it is now.
ALTER TABLE signing_links ADD COLUMN retrieved_sha256 text;

-- Settings of a draft that were kept from its first sending on only.
ALTER TABLE documents ADD COLUMN expiration_days integer;
-- A copy for another person must not take an access code along: a new one is set before it is sent.
ALTER TABLE recipients ADD COLUMN access_code_needed boolean NOT NULL DEFAULT false;

-- The settings that a document of the template begins with.
ALTER TABLE templates
  ADD COLUMN subject text NOT NULL DEFAULT '',
  ADD COLUMN message text NOT NULL DEFAULT '',
  ADD COLUMN expiration_days integer,
  ADD COLUMN reminder_every_days integer,
  ADD COLUMN reminder_most integer,
  ADD COLUMN delegation_allowed boolean NOT NULL DEFAULT false,
  ADD CHECK (num_nulls(reminder_every_days, reminder_most) IN (0, 2));
ALTER TABLE template_roles
  ADD COLUMN language text,
  ADD COLUMN access_code_needed boolean NOT NULL DEFAULT false,
  ADD COLUMN mail_code boolean NOT NULL DEFAULT false,
  ADD COLUMN passkey text NOT NULL DEFAULT 'none' CHECK (passkey IN ('none', 'offered', 'required')),
  ADD COLUMN message text NOT NULL DEFAULT '';
