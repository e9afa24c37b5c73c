-- A recipient may get their signing link from the sender instead of by email. Such a recipient needs no address.
ALTER TABLE recipients
  ADD COLUMN send_email boolean NOT NULL DEFAULT true,
  ADD COLUMN phone text NOT NULL DEFAULT '';
ALTER TABLE signing_links DROP CONSTRAINT signing_links_via_check;
ALTER TABLE signing_links ADD CONSTRAINT signing_links_via_check
  CHECK (via IN ('mail', 'in-person', 'own-account', 'embedded', 'sender'));
