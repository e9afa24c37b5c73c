-- From here on every document that is sent has an agreement (B2 of the examination): the day is read from this
-- file's row in `migrations`, and what was sent before is sealed by the rules of its time.

-- What was served to a link: when its holder first got the file itself, and which disclosures ('version language')
-- stood before them. Nobody signs a file or words that were never served to the link they sign with.
ALTER TABLE signing_links
  ADD COLUMN file_served_at timestamptz,
  ADD COLUMN disclosures_served jsonb NOT NULL DEFAULT '[]';

-- Who had opened a document before this was recorded had its file.
UPDATE signing_links SET file_served_at = recipients.opened_at
  FROM recipients
 WHERE recipients.account_id = signing_links.account_id
   AND recipients.document_id = signing_links.document_id
   AND recipients.id = signing_links.recipient_id
   AND recipients.opened_at IS NOT NULL;
