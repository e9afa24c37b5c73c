-- When the sender was notified that this email waits for long; null while they were not.
ALTER TABLE mails ADD COLUMN delay_noted_at timestamptz;
