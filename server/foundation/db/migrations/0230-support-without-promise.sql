-- A reply to a support message is due only if the operator promises a response time (SUPPORT_REPLY_HOURS).
ALTER TABLE support_messages ALTER COLUMN due_at DROP NOT NULL;
