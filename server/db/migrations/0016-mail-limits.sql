-- How much an account may mail (S-15), and a few words for one recipient alone.

-- When it may go out: at once, or later where an account would mail too much at a time.
ALTER TABLE mails ADD COLUMN due_at timestamptz NOT NULL DEFAULT now();
UPDATE mails SET due_at = created_at;
CREATE INDEX mails_by_time ON mails (account_id, due_at) WHERE kind IN ('invitation', 'reminder');
CREATE INDEX mails_by_address ON mails (account_id, lower(to_address), due_at)
  WHERE kind IN ('invitation', 'reminder');

-- Stands in the mails to this recipient, under the message for everybody.
ALTER TABLE recipients ADD COLUMN message text NOT NULL DEFAULT '';
