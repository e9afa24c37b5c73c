-- What a sender can do between 'Send' and 'Completed': reminders, a warning before the end, people who pass their
-- part on, codes before a link opens, paper.

ALTER TABLE documents
  -- Reminders by themselves: every so many days, at most so often for each turn. Both or none.
  ADD COLUMN reminder_every_days integer,
  ADD COLUMN reminder_most       integer,
  ADD COLUMN delegation_allowed  boolean NOT NULL DEFAULT false,
  -- When the warning before expiry is due; null when it was given.
  ADD COLUMN warn_at             timestamptz,
  ADD CHECK (num_nulls(reminder_every_days, reminder_most) IN (0, 2));
CREATE INDEX documents_due_to_warn ON documents (warn_at) WHERE status = 'sent' AND warn_at IS NOT NULL;

ALTER TABLE recipients DROP CONSTRAINT recipients_status_check;
ALTER TABLE recipients
  ADD CONSTRAINT recipients_status_check
    CHECK (status IN ('waiting', 'invited', 'opened', 'paper', 'signed', 'approved', 'declined')),
  ADD COLUMN invited_at           timestamptz,
  ADD COLUMN reminded_at          timestamptz,
  ADD COLUMN reminders            integer NOT NULL DEFAULT 0,
  -- When the next reminder by itself is due.
  ADD COLUMN remind_at            timestamptz,
  ADD COLUMN consent_withdrawn_at timestamptz,
  -- A code that the sender tells the recipient outside of the product; only its hash is kept.
  ADD COLUMN access_code_hash     text,
  ADD COLUMN access_code_tries    integer NOT NULL DEFAULT 0,
  -- A one-time code by mail. It is derived from the nonce when its mail goes out, and is not kept at all.
  ADD COLUMN mail_code            boolean NOT NULL DEFAULT false,
  ADD COLUMN mail_code_nonce      text,
  ADD COLUMN mail_code_at         timestamptz,
  ADD COLUMN mail_code_tries      integer NOT NULL DEFAULT 0;
CREATE INDEX recipients_due_to_remind ON recipients (remind_at) WHERE remind_at IS NOT NULL;

-- A link that was handed over on the sender's own device, and not by mail, says so in everything it leads to.
ALTER TABLE signing_links
  ADD COLUMN via text NOT NULL DEFAULT 'mail' CHECK (via IN ('mail', 'in-person', 'own-account'));

-- The link that a mail carries: a mail that was queued for one person never leads to another one's link.
ALTER TABLE mails ADD COLUMN link_id text;
CREATE INDEX mails_by_recipient ON mails (account_id, recipient_id, created_at);
-- The event that a mail tells of: its words are read from there when the mail goes out.
ALTER TABLE mails ADD COLUMN event_seq integer;
