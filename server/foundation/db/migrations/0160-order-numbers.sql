-- Different order numbers mean one after another. Recipients of a draft that is sent to everyone at the same time had
-- their place in the list as their number; they get the same number.
UPDATE recipients SET turn = 1
  FROM documents
 WHERE documents.account_id = recipients.account_id
   AND documents.id = recipients.document_id
   AND documents.status = 'draft'
   AND documents.signing_order = 'parallel'
   AND recipients.turn <> 1;
