-- A link that anybody can open, and by which a document is made of a template for whoever asks, once their mailbox has
-- said yes. One for each template.
CREATE TABLE public_forms (
  account_id   uuid        NOT NULL,
  template_id  uuid        NOT NULL,
  -- In the link. It is handed around, so it opens nothing but the page that asks for a name and an address.
  token        text        NOT NULL UNIQUE,
  -- The member in whose name its documents go out.
  created_by   uuid        NOT NULL,
  -- The role that whoever asks takes, and the people of the others: [{ roleId, email, name }].
  visitor_role uuid        NOT NULL,
  people       jsonb       NOT NULL,
  is_on        boolean     NOT NULL,
  most_in_all  integer,
  most_an_hour integer     NOT NULL,
  ends_at      timestamptz,
  code_hash    text,
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (account_id, template_id),
  FOREIGN KEY (account_id, template_id) REFERENCES templates (account_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, created_by) REFERENCES users (account_id, id)
);

-- Who asked. Until they have confirmed that the address is theirs nothing else comes of it, and it goes after two days.
CREATE TABLE form_entries (
  account_id   uuid        NOT NULL,
  id           uuid        NOT NULL,
  template_id  uuid        NOT NULL,
  name         text        NOT NULL,
  email        text        NOT NULL,
  language     text        NOT NULL,
  asked_at     timestamptz NOT NULL,
  mail_state   text        NOT NULL DEFAULT 'queued'
               CHECK (mail_state IN ('queued', 'accepted', 'written', 'deferred', 'bounced', 'blocked')),
  confirmed_at timestamptz,
  document_id  uuid,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, template_id) REFERENCES public_forms (account_id, template_id) ON DELETE CASCADE,
  CHECK ((confirmed_at IS NULL) = (document_id IS NULL))
);
CREATE INDEX form_entries_by_form ON form_entries (account_id, template_id, asked_at);
CREATE INDEX form_entries_by_address ON form_entries (lower(email), asked_at);
CREATE INDEX form_entries_unconfirmed ON form_entries (asked_at) WHERE confirmed_at IS NULL;
