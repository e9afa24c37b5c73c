-- The address book of an account. The three keys are made by the application (server/contacts/contact.ts), so
-- that what counts as the same address, and the order of the list, do not depend on a database's collation.
CREATE TABLE contacts (
  account_id    uuid        NOT NULL REFERENCES accounts (id),
  id            uuid        NOT NULL,
  email         text        NOT NULL,
  email_key     text        NOT NULL COLLATE "C",
  name          text        NOT NULL DEFAULT '',
  company       text        NOT NULL DEFAULT '',
  note          text        NOT NULL DEFAULT '',
  sort_key      text        NOT NULL COLLATE "C",
  search_text   text        NOT NULL COLLATE "C",
  last_sent_at  timestamptz,
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX contacts_by_address ON contacts (account_id, email_key);
CREATE INDEX contacts_in_order ON contacts (account_id, sort_key, id);
