-- The foundation: accounts and people, documents and their recipients and fields, the ceremony's
-- facts, the trail, mail. Runs unchanged on the embedded database and on PostgreSQL 15 or newer.
--
-- Every table of a tenant has account_id first in its primary key, so that a cluster can be sharded
-- by account without a redesign (decisions.md §7). Rows are never updated where a fact was stated:
-- consents, signatures, events only grow.

CREATE TABLE accounts (
  id          uuid        PRIMARY KEY,
  plan        text        NOT NULL DEFAULT 'free',
  created_at  timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE users (
  account_id   uuid        NOT NULL REFERENCES accounts (id),
  id           uuid        NOT NULL,
  issuer       text        NOT NULL,
  subject      text        NOT NULL,
  email        text        NOT NULL,
  first_name   text        NOT NULL DEFAULT '',
  last_name    text        NOT NULL DEFAULT '',
  created_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id)
);
-- A person is known by (issuer, subject) and never by e-mail address (S-01).
CREATE UNIQUE INDEX users_by_identity ON users (issuer, subject);

CREATE TABLE sessions (
  id_hash      text        PRIMARY KEY,
  account_id   uuid        NOT NULL,
  user_id      uuid        NOT NULL,
  id_token     text,
  created_at   timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id)
);
CREATE INDEX sessions_by_user ON sessions (account_id, user_id);

-- The embedded identity provider: its people, and one row for each thing the provider remembers.
CREATE TABLE identities (
  id             uuid        PRIMARY KEY,
  email          text        NOT NULL,
  password_hash  text        NOT NULL,
  first_name     text        NOT NULL DEFAULT '',
  last_name      text        NOT NULL DEFAULT '',
  created_at     timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX identities_by_email ON identities (lower(email));

CREATE TABLE provider_records (
  model        text        NOT NULL,
  id           text        NOT NULL,
  payload      jsonb       NOT NULL,
  grant_id     text,
  uid          text,
  user_code    text,
  consumed_at  timestamptz,
  expires_at   timestamptz,
  PRIMARY KEY (model, id)
);
CREATE INDEX provider_records_by_grant ON provider_records (grant_id);
CREATE INDEX provider_records_by_uid ON provider_records (model, uid);
CREATE INDEX provider_records_by_expiry ON provider_records (expires_at);

CREATE TABLE documents (
  account_id       uuid        NOT NULL REFERENCES accounts (id),
  id               uuid        NOT NULL,
  created_by       uuid        NOT NULL,
  title            text        NOT NULL,
  status           text        NOT NULL DEFAULT 'draft'
                   CHECK (status IN ('draft', 'sent', 'sealing', 'completed', 'declined', 'voided', 'expired')),
  revision         integer     NOT NULL DEFAULT 1,
  file_name        text        NOT NULL,
  media_type       text        NOT NULL,
  original_sha256  text        NOT NULL,
  original_size    bigint      NOT NULL,
  base_sha256      text        NOT NULL,
  base_size        bigint      NOT NULL,
  pages            jsonb       NOT NULL,
  sealed_sha256    text,
  sealed_size      bigint,
  subject          text        NOT NULL DEFAULT '',
  message          text        NOT NULL DEFAULT '',
  signing_order    text        NOT NULL DEFAULT 'parallel' CHECK (signing_order IN ('parallel', 'sequential')),
  seal_problem     text,
  created_at       timestamptz NOT NULL DEFAULT now(),
  updated_at       timestamptz NOT NULL DEFAULT now(),
  sent_at          timestamptz,
  expires_at       timestamptz,
  completed_at     timestamptz,
  deleted_at       timestamptz,
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX documents_by_id ON documents (id);
CREATE INDEX documents_newest ON documents (account_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX documents_newest_by_status ON documents (account_id, status, created_at DESC, id DESC)
  WHERE deleted_at IS NULL;
CREATE INDEX documents_due_to_expire ON documents (expires_at) WHERE status = 'sent';

-- One row an account, month and status: the dashboard's numbers without counting rows (decisions.md §7).
-- Kept true by the trigger below, in the transaction of the change itself.
CREATE TABLE document_counts (
  account_id  uuid    NOT NULL,
  month       date    NOT NULL,
  status      text    NOT NULL,
  count       bigint  NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, month, status)
);

CREATE FUNCTION count_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.status = OLD.status AND (NEW.deleted_at IS NULL) = (OLD.deleted_at IS NULL) THEN
    RETURN NULL;
  END IF;
  IF TG_OP IN ('UPDATE', 'DELETE') AND OLD.deleted_at IS NULL THEN
    UPDATE document_counts SET count = count - 1
     WHERE account_id = OLD.account_id AND month = date_trunc('month', OLD.created_at AT TIME ZONE 'UTC')
       AND status = OLD.status;
  END IF;
  IF TG_OP IN ('UPDATE', 'INSERT') AND NEW.deleted_at IS NULL THEN
    INSERT INTO document_counts (account_id, month, status, count)
    VALUES (NEW.account_id, date_trunc('month', NEW.created_at AT TIME ZONE 'UTC'), NEW.status, 1)
    ON CONFLICT (account_id, month, status) DO UPDATE SET count = document_counts.count + 1;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER documents_are_counted AFTER INSERT OR DELETE OR UPDATE OF status, deleted_at ON documents
  FOR EACH ROW EXECUTE FUNCTION count_documents();

-- Uploads of a calendar month (UTC) that count against the plan. A draft that is deleted is counted back.
CREATE TABLE monthly_usage (
  account_id  uuid    NOT NULL REFERENCES accounts (id),
  month       date    NOT NULL,
  documents   integer NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, month)
);

CREATE TABLE recipients (
  account_id   uuid        NOT NULL,
  document_id  uuid        NOT NULL,
  id           uuid        NOT NULL,
  position     integer     NOT NULL,
  turn         integer     NOT NULL DEFAULT 1,
  email        text        NOT NULL,
  name         text        NOT NULL DEFAULT '',
  role         text        NOT NULL DEFAULT 'signer' CHECK (role IN ('signer', 'approver', 'viewer', 'cc')),
  status       text        NOT NULL DEFAULT 'waiting'
               CHECK (status IN ('waiting', 'invited', 'opened', 'signed', 'approved', 'declined')),
  delivery     text        NOT NULL DEFAULT 'none'
               CHECK (delivery IN ('none', 'queued', 'accepted', 'deferred', 'bounced')),
  delivery_reply text,
  opened_at    timestamptz,
  acted_at     timestamptz,
  decline_reason text,
  PRIMARY KEY (account_id, document_id, id),
  FOREIGN KEY (account_id, document_id) REFERENCES documents (account_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX recipients_by_id ON recipients (id);

CREATE TABLE fields (
  account_id    uuid    NOT NULL,
  document_id   uuid    NOT NULL,
  id            uuid    NOT NULL,
  position      integer NOT NULL,
  recipient_id  uuid,
  type          text    NOT NULL,
  page          integer NOT NULL CHECK (page >= 1),
  x             double precision NOT NULL,
  y             double precision NOT NULL,
  width         double precision NOT NULL,
  height        double precision NOT NULL,
  required      boolean NOT NULL DEFAULT true,
  label         text    NOT NULL DEFAULT '',
  PRIMARY KEY (account_id, document_id, id),
  FOREIGN KEY (account_id, document_id) REFERENCES documents (account_id, id) ON DELETE CASCADE
);

-- A link's secret is never stored: it is derived from this id when a mail goes out (decisions.md §3).
CREATE TABLE signing_links (
  account_id    uuid        NOT NULL,
  document_id   uuid        NOT NULL,
  recipient_id  uuid        NOT NULL,
  id            text        NOT NULL,
  issued_at     timestamptz NOT NULL DEFAULT now(),
  ended_at      timestamptz,
  PRIMARY KEY (account_id, document_id, recipient_id, id),
  FOREIGN KEY (account_id, document_id, recipient_id)
    REFERENCES recipients (account_id, document_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX signing_links_by_id ON signing_links (id);

-- One row a recipient who has acted. The primary key is what makes a second signature impossible (I2).
CREATE TABLE signatures (
  account_id         uuid        NOT NULL,
  document_id        uuid        NOT NULL,
  recipient_id       uuid        NOT NULL,
  act                text        NOT NULL CHECK (act IN ('signed', 'approved')),
  kind               text        NOT NULL CHECK (kind IN ('drawn', 'typed')),
  image_sha256       text,
  signature_text     text,
  typeface           text,
  initials_sha256    text,
  initials_text      text,
  disclosure_version text        NOT NULL,
  disclosure_sha256  text        NOT NULL,
  locale             text        NOT NULL,
  base_sha256        text        NOT NULL,
  ip                 text,
  user_agent         text,
  signed_at          timestamptz NOT NULL,
  PRIMARY KEY (account_id, document_id, recipient_id),
  FOREIGN KEY (account_id, document_id) REFERENCES documents (account_id, id)
);

CREATE TABLE field_values (
  account_id    uuid        NOT NULL,
  document_id   uuid        NOT NULL,
  field_id      uuid        NOT NULL,
  recipient_id  uuid        NOT NULL,
  value         text        NOT NULL,
  filled_at     timestamptz NOT NULL,
  PRIMARY KEY (account_id, document_id, field_id),
  FOREIGN KEY (account_id, document_id) REFERENCES documents (account_id, id)
);

-- The trail. body is the canonical JSON (RFC 8785) that was hashed; personal values stand beside it in
-- event_values and are only bound by a salted hash, so that erasure keeps the proof (G-2).
CREATE TABLE events (
  account_id   uuid        NOT NULL,
  document_id  uuid        NOT NULL,
  seq          integer     NOT NULL,
  id           uuid        NOT NULL,
  type         text        NOT NULL,
  occurred_at  timestamptz NOT NULL,
  body         text        NOT NULL,
  prev_hash    text        NOT NULL,
  hash         text        NOT NULL,
  PRIMARY KEY (account_id, document_id, seq)
);
CREATE UNIQUE INDEX events_completed_once ON events (account_id, document_id, type)
  WHERE type IN ('document_sealed', 'document_completed', 'document_sent');
CREATE INDEX events_newest ON events (account_id, occurred_at DESC, document_id, seq);

CREATE TABLE event_values (
  account_id   uuid    NOT NULL,
  document_id  uuid    NOT NULL,
  seq          integer NOT NULL,
  name         text    NOT NULL,
  salt         text    NOT NULL,
  value        text    NOT NULL,
  PRIMARY KEY (account_id, document_id, seq, name)
);

-- The trail only grows (T-03): no statement may change or remove an event, whoever runs it.
CREATE FUNCTION refuse_trail_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The trail only grows: % on % is refused.', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER events_only_grow BEFORE UPDATE OR DELETE ON events
  FOR EACH ROW EXECUTE FUNCTION refuse_trail_change();
CREATE TRIGGER events_are_never_truncated BEFORE TRUNCATE ON events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_trail_change();

CREATE TABLE mails (
  account_id    uuid        NOT NULL,
  id            uuid        NOT NULL,
  document_id   uuid        NOT NULL,
  recipient_id  uuid,
  kind          text        NOT NULL,
  to_name       text        NOT NULL,
  to_address    text        NOT NULL,
  state         text        NOT NULL DEFAULT 'queued'
                CHECK (state IN ('queued', 'accepted', 'deferred', 'bounced')),
  attempts      integer     NOT NULL DEFAULT 0,
  reply         text,
  created_at    timestamptz NOT NULL DEFAULT now(),
  accepted_at   timestamptz,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX mails_by_document ON mails (account_id, document_id);

-- The first answer to a request with an Idempotency-Key, kept with the act in one transaction (S-32).
CREATE TABLE idempotent_answers (
  scope         text        NOT NULL,
  key           text        NOT NULL,
  request_hash  text        NOT NULL,
  status        integer     NOT NULL,
  body          text        NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (scope, key)
);
