-- Whether no email is tried before next_try_at: only where no recipient had been named when the server refused.
ALTER TABLE mail_troubles ADD COLUMN pauses boolean NOT NULL DEFAULT false;
