-- What the readers of our mails decide about an account that writes to them (S-15). Addresses in lower case.

-- This address gets no more mails of this account.
CREATE TABLE mail_blocks (
  account_id   uuid        NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  address      text        NOT NULL,
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (account_id, address)
);

-- This address has reported the account; once each, whatever it writes later.
CREATE TABLE mail_reports (
  account_id   uuid        NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  address      text        NOT NULL,
  mail_id      uuid        NOT NULL,
  note         text        NOT NULL DEFAULT '',
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (account_id, address)
);

-- An address over all accounts, and whom it has answered.
CREATE INDEX mails_to_address ON mails (lower(to_address), due_at) WHERE kind IN ('invitation', 'reminder');
CREATE INDEX recipients_who_opened ON recipients (account_id, lower(email)) WHERE opened_at IS NOT NULL;
