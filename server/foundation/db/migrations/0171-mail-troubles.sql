-- Why the installation's own mail server refuses emails, for the operator. A row for each kind, gone when it is mended.
CREATE TABLE mail_troubles (
  kind text PRIMARY KEY,
  -- Whether every other email would be refused alike, so that none is tried before next_try_at.
  all_mails boolean NOT NULL,
  -- The server's own words. They may name the operator's sign-in and are shown to the operator only.
  words text NOT NULL,
  tries integer NOT NULL DEFAULT 1,
  first_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  next_try_at timestamptz NOT NULL
);

-- What was refused for good: the recipient's address, or the email itself. Null for emails of before this column.
ALTER TABLE mails ADD COLUMN refused text CHECK (refused IN ('recipient', 'message', 'size'));
