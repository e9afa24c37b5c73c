-- 'written': to the outbox folder, where no mail server takes it over. 'blocked': its reader wants no mails of this account.
ALTER TABLE mails DROP CONSTRAINT mails_state_check;
ALTER TABLE mails ADD CONSTRAINT mails_state_check
  CHECK (state IN ('queued', 'accepted', 'written', 'deferred', 'bounced', 'blocked'));
ALTER TABLE recipients DROP CONSTRAINT recipients_delivery_check;
ALTER TABLE recipients ADD CONSTRAINT recipients_delivery_check
  CHECK (delivery IN ('none', 'queued', 'accepted', 'written', 'deferred', 'bounced', 'blocked'));
ALTER TABLE support_messages DROP CONSTRAINT support_messages_state_check;
ALTER TABLE support_messages ADD CONSTRAINT support_messages_state_check
  CHECK (state IN ('queued', 'accepted', 'written', 'deferred', 'bounced'));
ALTER TABLE identity_mails DROP CONSTRAINT identity_mails_state_check;
ALTER TABLE identity_mails ADD CONSTRAINT identity_mails_state_check
  CHECK (state IN ('queued', 'accepted', 'written', 'deferred', 'bounced'));
