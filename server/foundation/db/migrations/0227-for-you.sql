-- A signed-in person opens documents that wait for their confirmed address in any account. The account of that person
-- differs from the account of the document, and the link ends with their session.
ALTER TABLE signing_links DROP CONSTRAINT signing_links_via_check;
ALTER TABLE signing_links ADD CONSTRAINT signing_links_via_check
  CHECK (via IN ('mail', 'in-person', 'own-account', 'embedded', 'sender', 'signed-in'));
ALTER TABLE signing_links
  ADD COLUMN holder_account_id uuid,
  ADD COLUMN holder_session uuid,
  ADD CONSTRAINT signing_links_signed_in
    CHECK ((via = 'signed-in') = (holder_account_id IS NOT NULL AND holder_session IS NOT NULL AND issued_by IS NOT NULL));
CREATE INDEX recipients_by_mailbox ON recipients (lower(email)) WHERE send_email;
