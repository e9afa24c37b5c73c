-- True if the entry was made on the form's page for a device that many visitors use.
ALTER TABLE form_entries ADD COLUMN at_counter boolean NOT NULL DEFAULT false;

ALTER TABLE signing_links DROP CONSTRAINT signing_links_via_check;
ALTER TABLE signing_links ADD CONSTRAINT signing_links_via_check
  CHECK (via IN ('mail', 'in-person', 'own-account', 'embedded', 'sender', 'signed-in', 'form', 'counter'));
