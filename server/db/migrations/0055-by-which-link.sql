-- When a person opened the document by this very link: what somebody opened on the sender's device was not opened by
-- whoever reads the mailbox. Until now that was noted for the recipient alone.
ALTER TABLE signing_links ADD COLUMN opened_at timestamptz;
UPDATE signing_links SET opened_at = recipients.opened_at
  FROM recipients
 WHERE recipients.account_id = signing_links.account_id
   AND recipients.document_id = signing_links.document_id
   AND recipients.id = signing_links.recipient_id
   AND signing_links.file_served_at IS NOT NULL;

-- What was entered by the mailed link is not shown on the sender's device, nor the other way round.
ALTER TABLE ceremony_drafts ADD COLUMN via text NOT NULL DEFAULT 'mail';
ALTER TABLE ceremony_drafts DROP CONSTRAINT ceremony_drafts_pkey;
ALTER TABLE ceremony_drafts ADD PRIMARY KEY (account_id, document_id, recipient_id, via);
