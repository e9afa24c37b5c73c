-- Visitors of a public form confirm their address with the emailed code on the page, or with the link in the email.
ALTER TABLE form_entries ADD COLUMN code_tries integer NOT NULL DEFAULT 0;
ALTER TABLE form_entries ADD COLUMN confirmed_by text CHECK (confirmed_by IN ('link', 'code'));
UPDATE form_entries SET confirmed_by = 'link' WHERE confirmed_at IS NOT NULL;

-- With the code, the signing link opens on the page.
ALTER TABLE signing_links DROP CONSTRAINT signing_links_via_check;
ALTER TABLE signing_links ADD CONSTRAINT signing_links_via_check
  CHECK (via IN ('mail', 'in-person', 'own-account', 'embedded', 'sender', 'signed-in', 'form'));
