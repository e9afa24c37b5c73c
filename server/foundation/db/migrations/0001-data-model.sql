-- The data model. It holds, in this order:
--    1  accounts and their members         7  the trail
--    2  the embedded identity provider     8  templates and bulk sends
--    3  plans and payment                  9  contacts, notices and support
--    4  folders, documents, recipients    10  mails
--    5  signing                           11  answers to repeated requests
--    6  counts of documents               12  hints for open pages
--
-- Runs unchanged on the embedded database and on PostgreSQL 15 or newer. A file like this one never changes once it has
-- run: whatever comes later is a new file beside it.
--
-- Every table of a tenant has account_id first in its primary key, so that a cluster can be sharded by account without
-- a redesign. Facts are stated once and never updated: signatures, values and events only grow.
--
-- Not here, because their names depend on the database or on the version of a library: the role that the product runs
-- under and its rights (server/db/running-role.ts), and the tables of the job queue, schema pgboss
-- (server/jobs/job-queue.ts). The runner itself keeps which files have run, in `migrations` (server/db/migrate.ts).


-- 1  Accounts and their members ---------------------------------------------------------------------------------------

-- A tenant. What it may do is its plan until plan_until, and Free after that; how it came to the plan is in
-- subscriptions. plan is '' until one was chosen (onboarding); its limits are those of Free.
CREATE TABLE accounts (
  id          uuid        PRIMARY KEY,
  plan        text        NOT NULL DEFAULT 'free',
  plan_until  timestamptz,
  created_at  timestamptz NOT NULL DEFAULT now()
);

-- A member. Known by (issuer, subject) of the identity provider and never by e-mail address (S-01).
CREATE TABLE users (
  account_id          uuid        NOT NULL REFERENCES accounts (id),
  id                  uuid        NOT NULL,
  issuer              text        NOT NULL,
  subject             text        NOT NULL,
  email               text        NOT NULL,
  first_name          text        NOT NULL DEFAULT '',
  last_name           text        NOT NULL DEFAULT '',
  created_at          timestamptz NOT NULL DEFAULT now(),
  -- Who may send in the name of an address: whoever has shown that its mail reaches them. Shown by the provider that
  -- they sign in at, or by themselves with a mail of ours; both null as long as nobody has.
  email_confirmed_at  timestamptz,
  email_confirmed_by  text        CHECK (email_confirmed_by IN ('provider', 'mail')),
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX users_by_identity ON users (issuer, subject);

-- A browser that is signed in. The id itself stays with the browser; a list of sessions names one by its handle.
CREATE TABLE sessions (
  id_hash           text        PRIMARY KEY,
  account_id        uuid        NOT NULL,
  user_id           uuid        NOT NULL,
  handle            uuid        NOT NULL DEFAULT gen_random_uuid(),
  id_token          text,
  -- The session of the embedded provider that it began in, which has to end with it.
  provider_session  text,
  ip                text,
  user_agent        text,
  created_at        timestamptz NOT NULL DEFAULT now(),
  last_seen_at      timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id)
);
CREATE INDEX sessions_by_user ON sessions (account_id, user_id);
CREATE UNIQUE INDEX sessions_by_handle ON sessions (account_id, user_id, handle);

-- What a member chose for themselves. The row appears with the first choice; until then core/preference's defaults hold.
CREATE TABLE preferences (
  account_id     uuid        NOT NULL,
  user_id        uuid        NOT NULL,
  language       text,
  timezone       text,
  theme          text        NOT NULL CHECK (theme IN ('light', 'dark', 'system')),
  auto_save      boolean     NOT NULL,
  notifications  jsonb       NOT NULL,
  updated_at     timestamptz NOT NULL,
  PRIMARY KEY (account_id, user_id),
  FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id)
);

-- The same picture may be the photo of two members; its file goes with the last of them.
CREATE TABLE member_photos (
  account_id  uuid        NOT NULL,
  user_id     uuid        NOT NULL,
  sha256      text        NOT NULL,
  media_type  text        NOT NULL CHECK (media_type IN ('image/png', 'image/jpeg')),
  updated_at  timestamptz NOT NULL,
  PRIMARY KEY (account_id, user_id),
  FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id)
);
CREATE INDEX member_photos_by_file ON member_photos (sha256);

-- What happened to an account itself: its plan, and how its members sign in. Not chained, since no document and no seal
-- rests on it; written in the transaction of the act, and kept as long as the account.
CREATE TABLE account_events (
  account_id   uuid        NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  id           uuid        NOT NULL,
  type         text        NOT NULL,
  occurred_at  timestamptz NOT NULL,
  -- Who did it, by the name and address of that day; null when it was read from the payment provider.
  user_id      uuid,
  name         text,
  email        text,
  ip           text,
  -- Such as the name of a passkey.
  detail       text,
  -- Of a plan: from which, to which, and until when; said in the reader's own language.
  plan         jsonb,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX account_events_newest ON account_events (account_id, occurred_at DESC, id);


-- 2  The embedded identity provider -----------------------------------------------------------------------------------
-- Its people belong to the installation: none of these tables is sharded by account.

-- Somebody who signed up with an address and a password. An address belongs to whoever has confirmed it. Before that
-- any number of people may have typed it, and each is somebody of their own: signing up with an address tells nothing
-- of it, and takes nothing from anybody.
CREATE TABLE identities (
  id                   uuid        PRIMARY KEY,
  email                text        NOT NULL,
  email_confirmed_at   timestamptz,
  password_hash        text        NOT NULL,
  password_changed_at  timestamptz,
  first_name           text        NOT NULL DEFAULT '',
  last_name            text        NOT NULL DEFAULT '',
  created_at           timestamptz NOT NULL DEFAULT now(),
  -- When somebody who has not confirmed their address is removed with what they drafted. Null: confirmed.
  expires_at           timestamptz
);
CREATE UNIQUE INDEX identities_by_email ON identities (lower(email)) WHERE email_confirmed_at IS NOT NULL;
CREATE INDEX identities_by_typed_email ON identities (lower(email), created_at DESC);
CREATE INDEX identities_to_expire ON identities (expires_at) WHERE email_confirmed_at IS NULL;

-- The authenticator app of the second factor. Until enabled_at it is only being set up.
CREATE TABLE identity_authenticators (
  identity_id  uuid        PRIMARY KEY REFERENCES identities (id),
  -- Encrypted (AES-256-GCM).
  secret       text        NOT NULL,
  -- The last time step whose code was taken: RFC 6238 §5.2 wants each code to be good once.
  last_step    bigint      NOT NULL DEFAULT 0,
  enabled_at   timestamptz,
  created_at   timestamptz NOT NULL
);

CREATE TABLE identity_recovery_codes (
  identity_id  uuid        NOT NULL REFERENCES identities (id),
  code_hash    text        NOT NULL,
  used_at      timestamptz,
  PRIMARY KEY (identity_id, code_hash)
);

CREATE TABLE identity_passkeys (
  identity_id   uuid        NOT NULL REFERENCES identities (id),
  id            text        NOT NULL,
  name          text        NOT NULL,
  public_key    text        NOT NULL,
  counter       bigint      NOT NULL,
  transports    jsonb       NOT NULL,
  backed_up     boolean     NOT NULL,
  created_at    timestamptz NOT NULL,
  last_used_at  timestamptz,
  PRIMARY KEY (identity_id, id)
);
CREATE UNIQUE INDEX identity_passkeys_by_id ON identity_passkeys (id);

-- Mails of the provider to its people. A link in one is derived from its id when the mail goes out, so that no usable
-- link is stored; expires_at and used_at say how long it is good, and that it was used. People of another provider have
-- no identity here and are asked to confirm an address as well: such a mail belongs to the member.
CREATE TABLE identity_mails (
  id           uuid        PRIMARY KEY,
  identity_id  uuid        REFERENCES identities (id),
  account_id   uuid,
  user_id      uuid,
  kind         text        NOT NULL,
  to_name      text        NOT NULL,
  to_address   text        NOT NULL,
  facts        jsonb       NOT NULL,
  expires_at   timestamptz,
  used_at      timestamptz,
  state        text        NOT NULL DEFAULT 'queued'
               CHECK (state IN ('queued', 'accepted', 'written', 'deferred', 'bounced')),
  attempts     integer     NOT NULL DEFAULT 0,
  reply        text,
  created_at   timestamptz NOT NULL,
  accepted_at  timestamptz,
  FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id),
  CONSTRAINT identity_mails_owner_check
    CHECK ((identity_id IS NULL) = (user_id IS NOT NULL) AND (user_id IS NULL) = (account_id IS NULL))
);
CREATE INDEX identity_mails_by_person ON identity_mails (identity_id, kind, created_at DESC);
CREATE INDEX identity_mails_by_member ON identity_mails (account_id, user_id, kind) WHERE user_id IS NOT NULL;

-- One row for each thing that the provider remembers: sessions, grants, codes, tokens (server/identity-provider).
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
-- Everything that is remembered of one person, to end it all at once.
CREATE INDEX provider_records_by_person ON provider_records ((payload ->> 'accountId'));


-- 3  Plans and payment ------------------------------------------------------------------------------------------------

-- The copy of the payment provider's state, written only from what was read from the provider.
CREATE TABLE subscriptions (
  account_id      uuid        NOT NULL REFERENCES accounts (id),
  -- Which provider knows customer_id: the sandbox's customers mean nothing to Stripe, nor test ones to live ones.
  provider        text        NOT NULL,
  customer_id     text        NOT NULL,
  -- The subscription that counts, as read; null when there is none.
  read            jsonb,
  card            jsonb,
  -- Each reading takes a number when it begins, and an answer older than the one that is kept is thrown away.
  begun_readings  bigint      NOT NULL DEFAULT 0,
  kept_reading    bigint      NOT NULL DEFAULT 0,
  read_at         timestamptz,
  trial_used_at   timestamptz,
  -- Counts checkouts, so that two requests at once open the same one.
  checkouts       integer     NOT NULL DEFAULT 0,
  checkout        jsonb,
  -- Which member asked the provider for something that has not been read back yet: what comes of it is theirs in the
  -- audit trail, whether it is read by their own request or by the provider's event.
  asked_by        uuid,
  asked_ip        text,
  asked_at        timestamptz,
  PRIMARY KEY (account_id, provider),
  UNIQUE (provider, customer_id)
);

-- Each event of the provider is taken in once, however often it is delivered.
CREATE TABLE payment_events (
  provider     text        NOT NULL,
  id           text        NOT NULL,
  type         text        NOT NULL,
  received_at  timestamptz NOT NULL,
  PRIMARY KEY (provider, id)
);

-- The built-in sandbox: a payment provider of its own that happens to live in the same database. The product never
-- reads these tables; it asks the sandbox through the same calls as the real provider.
CREATE TABLE sandbox_customers (
  id           text        PRIMARY KEY,
  state        jsonb       NOT NULL,
  -- When time alone changes something next.
  next_due_at  timestamptz
);
CREATE INDEX sandbox_customers_due ON sandbox_customers (next_due_at) WHERE next_due_at IS NOT NULL;

CREATE TABLE sandbox_events (
  id            text        PRIMARY KEY,
  body          text        NOT NULL,
  created_at    timestamptz NOT NULL,
  delivered_at  timestamptz
);

CREATE TABLE sandbox_answers (
  key           text        PRIMARY KEY,
  request_hash  text        NOT NULL,
  status        integer     NOT NULL,
  body          text        NOT NULL,
  created_at    timestamptz NOT NULL
);


-- 4  Folders, documents, recipients, fields ---------------------------------------------------------------------------

CREATE TABLE folders (
  account_id  uuid        NOT NULL REFERENCES accounts (id),
  id          uuid        NOT NULL,
  parent_id   uuid,
  name        text        NOT NULL,
  -- Which names count as the same is decided by core/folder, not by a database's collation.
  name_key    text        NOT NULL COLLATE "C",
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, parent_id) REFERENCES folders (account_id, id)
);
CREATE UNIQUE INDEX folders_by_name ON folders (account_id, parent_id, name_key) NULLS NOT DISTINCT;

CREATE TABLE documents (
  account_id           uuid        NOT NULL REFERENCES accounts (id),
  id                   uuid        NOT NULL,
  created_by           uuid        NOT NULL,
  folder_id            uuid,
  title                text        NOT NULL,
  -- Titles in an order that every database agrees on: without case, an accented letter beside its plain one.
  title_key            text        COLLATE "C" GENERATED ALWAYS AS (lower(normalize(title, NFD))) STORED,
  status               text        NOT NULL DEFAULT 'draft'
                       CHECK (status IN ('draft', 'sent', 'sealing', 'completed', 'declined', 'voided', 'expired')),
  -- The order of a document's life; one that waits for its seal is pending to everybody who looks at a list.
  status_rank          smallint    GENERATED ALWAYS AS (
    CASE status WHEN 'draft' THEN 1 WHEN 'sent' THEN 2 WHEN 'sealing' THEN 2 WHEN 'completed' THEN 3
                WHEN 'declined' THEN 4 WHEN 'voided' THEN 5 ELSE 6 END) STORED,
  -- Grows with every change of a draft, so that nobody overwrites what another window changed.
  revision             integer     NOT NULL DEFAULT 1,

  -- The file as it was uploaded, as everybody signs it (base), and sealed. Bytes are in the file store, by their hash.
  file_name            text        NOT NULL,
  media_type           text        NOT NULL,
  original_sha256      text        NOT NULL,
  original_size        bigint      NOT NULL,
  base_sha256          text        NOT NULL,
  base_size            bigint      NOT NULL,
  sealed_sha256        text,
  sealed_size          bigint,
  pages                jsonb       NOT NULL,
  -- The form fields that the uploaded file had, as the editor can offer them; null when it had none.
  form_fields          jsonb,
  -- What was found in the file when it was taken in, for whoever prepares it: codes with their pages and words
  -- (core/document/file-note.ts).
  file_notes           jsonb       NOT NULL DEFAULT '[]',
  -- Whether the store still owes the files of this row.
  files_kept           boolean     NOT NULL DEFAULT true,

  -- What the sender asks for.
  subject              text        NOT NULL DEFAULT '',
  message              text        NOT NULL DEFAULT '',
  signing_order        text        NOT NULL DEFAULT 'parallel' CHECK (signing_order IN ('parallel', 'sequential')),
  delegation_allowed   boolean     NOT NULL DEFAULT false,
  -- Reminders by themselves: every so many days, at most so often for each turn. Both or none.
  reminder_every_days  integer,
  reminder_most        integer,

  -- Why the seal waits, for whoever runs the installation.
  seal_problem         text,

  created_at           timestamptz NOT NULL DEFAULT now(),
  updated_at           timestamptz NOT NULL DEFAULT now(),
  sent_at              timestamptz,
  -- When the warning before expiry is due; null when it was given.
  warn_at              timestamptz,
  expires_at           timestamptz,
  completed_at         timestamptz,
  -- In the bin since, by whom; and deleted for ever, when the row keeps what the trail and the recipients are owed.
  deleted_at           timestamptz,
  deleted_by           uuid,
  purged_at            timestamptz,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, folder_id) REFERENCES folders (account_id, id),
  CHECK (num_nulls(reminder_every_days, reminder_most) IN (0, 2))
);
CREATE UNIQUE INDEX documents_by_id ON documents (id);
-- The orders in which documents are listed.
CREATE INDEX documents_newest ON documents (account_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX documents_newest_by_status ON documents (account_id, status, created_at DESC, id DESC)
  WHERE deleted_at IS NULL;
CREATE INDEX documents_by_title ON documents (account_id, title_key, id) WHERE deleted_at IS NULL;
CREATE INDEX documents_by_size ON documents (account_id, original_size, id) WHERE deleted_at IS NULL;
CREATE INDEX documents_by_rank ON documents (account_id, status_rank, id) WHERE deleted_at IS NULL;
CREATE INDEX documents_in_folder ON documents (account_id, folder_id, created_at DESC, id DESC)
  WHERE deleted_at IS NULL;
CREATE INDEX documents_in_bin ON documents (account_id, deleted_at DESC, id DESC)
  WHERE deleted_at IS NOT NULL AND purged_at IS NULL;
-- Found by the clock.
CREATE INDEX documents_due_to_warn ON documents (warn_at) WHERE status = 'sent' AND warn_at IS NOT NULL;
CREATE INDEX documents_due_to_expire ON documents (expires_at) WHERE status = 'sent';
CREATE INDEX documents_due_to_purge ON documents (deleted_at) WHERE deleted_at IS NOT NULL AND purged_at IS NULL;
-- Whether any document still needs a file: the same bytes are one file for everybody.
CREATE INDEX documents_by_original ON documents (original_sha256);
CREATE INDEX documents_by_base ON documents (base_sha256);
-- For the status of the installation: seals that wait, without looking at every document.
CREATE INDEX documents_with_seal_problem ON documents (account_id, id)
  WHERE status = 'sealing' AND seal_problem IS NOT NULL;

-- Somebody who is asked to sign, to approve or to look, or who gets a copy.
CREATE TABLE recipients (
  account_id            uuid        NOT NULL,
  document_id           uuid        NOT NULL,
  id                    uuid        NOT NULL,
  position              integer     NOT NULL,
  turn                  integer     NOT NULL DEFAULT 1,
  email                 text        NOT NULL,
  name                  text        NOT NULL DEFAULT '',
  -- In which they are written to, and in which their ceremony begins. Null: nobody has said; the mail is then in the
  -- sender's language, and the ceremony in the browser's.
  language              text,
  role                  text        NOT NULL DEFAULT 'signer' CHECK (role IN ('signer', 'approver', 'viewer', 'cc')),
  -- Stands in the mails to this recipient, under the message for everybody.
  message               text        NOT NULL DEFAULT '',
  status                text        NOT NULL DEFAULT 'waiting'
                        CHECK (status IN ('waiting', 'invited', 'opened', 'paper', 'signed', 'approved', 'declined')),

  -- Of the newest mail to them. 'written': to the outbox folder, where no mail server takes it over. 'blocked': they
  -- want no mails of this account.
  delivery              text        NOT NULL DEFAULT 'none'
                        CHECK (delivery IN ('none', 'queued', 'accepted', 'written', 'deferred', 'bounced', 'blocked')),
  delivery_reply        text,
  invited_at            timestamptz,
  reminded_at           timestamptz,
  reminders             integer     NOT NULL DEFAULT 0,
  -- When the next reminder by itself is due.
  remind_at             timestamptz,

  -- A code that the sender tells the recipient outside of the product; only its hash is kept.
  access_code_hash      text,
  access_code_tries     integer     NOT NULL DEFAULT 0,
  -- A one-time code by mail. It is derived from the nonce when its mail goes out, and is not kept at all.
  mail_code             boolean     NOT NULL DEFAULT false,
  mail_code_nonce       text,
  mail_code_at          timestamptz,
  mail_code_tries       integer     NOT NULL DEFAULT 0,
  -- Wrong codes since the last right one; a new code does not begin them anew.
  mail_code_wrong       integer     NOT NULL DEFAULT 0,
  -- Whether a passkey confirms the signature; its assertion over the document's hash is part of the trail.
  passkey               text        NOT NULL DEFAULT 'none' CHECK (passkey IN ('none', 'offered', 'required')),

  opened_at             timestamptz,
  acted_at              timestamptz,
  decline_reason        text,
  consent_withdrawn_at  timestamptz,
  PRIMARY KEY (account_id, document_id, id),
  FOREIGN KEY (account_id, document_id) REFERENCES documents (account_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX recipients_by_id ON recipients (id);
CREATE INDEX recipients_due_to_remind ON recipients (remind_at) WHERE remind_at IS NOT NULL;
-- Whom of those that it mails an account has been answered by.
CREATE INDEX recipients_who_opened ON recipients (account_id, lower(email)) WHERE opened_at IS NOT NULL;

-- A place on a page for one recipient: points of the page as it is shown, from its top left corner.
CREATE TABLE fields (
  account_id    uuid             NOT NULL,
  document_id   uuid             NOT NULL,
  id            uuid             NOT NULL,
  position      integer          NOT NULL,
  recipient_id  uuid,
  type          text             NOT NULL,
  page          integer          NOT NULL CHECK (page >= 1),
  x             double precision NOT NULL,
  y             double precision NOT NULL,
  width         double precision NOT NULL,
  height        double precision NOT NULL,
  required      boolean          NOT NULL DEFAULT true,
  label         text             NOT NULL DEFAULT '',
  -- What the sender sets for its type (core/field/properties.ts): one value, only ever read and written with its field.
  properties    jsonb            NOT NULL DEFAULT '{}',
  PRIMARY KEY (account_id, document_id, id),
  FOREIGN KEY (account_id, document_id) REFERENCES documents (account_id, id) ON DELETE CASCADE
);

-- The picture of a file's first page, made when somebody first looks at it; both are files in the store.
CREATE TABLE thumbnails (
  account_id    uuid NOT NULL REFERENCES accounts (id),
  file_sha256   text NOT NULL,
  image_sha256  text NOT NULL,
  PRIMARY KEY (account_id, file_sha256)
);
CREATE INDEX thumbnails_by_image ON thumbnails (image_sha256);


-- 5  Signing ----------------------------------------------------------------------------------------------------------

-- A link's secret is never stored: it is derived from this id when a mail goes out. Nobody signs a file or words that
-- were never served to the link they sign with.
CREATE TABLE signing_links (
  account_id          uuid        NOT NULL,
  document_id         uuid        NOT NULL,
  recipient_id        uuid        NOT NULL,
  id                  text        NOT NULL,
  -- One that was handed over on the sender's own device, and not by mail, says so in everything it leads to.
  via                 text        NOT NULL DEFAULT 'mail' CHECK (via IN ('mail', 'in-person', 'own-account')),
  issued_at           timestamptz NOT NULL DEFAULT now(),
  ended_at            timestamptz,
  -- When a person opened the document by this very link: somebody who opened it on the sender's device need not be
  -- whoever reads the mailbox.
  opened_at           timestamptz,
  -- When its holder first got the file itself, and which disclosures ('version language') stood before them.
  file_served_at      timestamptz,
  disclosures_served  jsonb       NOT NULL DEFAULT '[]',
  PRIMARY KEY (account_id, document_id, recipient_id, id),
  FOREIGN KEY (account_id, document_id, recipient_id)
    REFERENCES recipients (account_id, document_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX signing_links_by_id ON signing_links (id);

-- What a recipient has entered and not yet signed, so that they can go on with another device; not shown on the
-- sender's device where it came by mail, nor the other way round. Gone with the act or the document's end.
CREATE TABLE ceremony_drafts (
  account_id    uuid        NOT NULL,
  document_id   uuid        NOT NULL,
  recipient_id  uuid        NOT NULL,
  via           text        NOT NULL DEFAULT 'mail',
  -- Encrypted: it is nobody's business before the act, not even that of whoever reads a backup.
  content       text        NOT NULL,
  saved_at      timestamptz NOT NULL,
  PRIMARY KEY (account_id, document_id, recipient_id, via),
  FOREIGN KEY (account_id, document_id) REFERENCES documents (account_id, id) ON DELETE CASCADE
);

-- Files that recipients handed in. A row is a file that arrived; it counts only once it is the value of its field.
CREATE TABLE attachments (
  account_id    uuid        NOT NULL,
  document_id   uuid        NOT NULL,
  recipient_id  uuid        NOT NULL,
  field_id      uuid        NOT NULL,
  sha256        text        NOT NULL,
  name          text        NOT NULL,
  media_type    text        NOT NULL,
  size          bigint      NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, document_id, field_id, sha256),
  FOREIGN KEY (account_id, document_id) REFERENCES documents (account_id, id) ON DELETE CASCADE
);

-- One row for each recipient who has acted. The primary key is what makes a second signature impossible (I-2).
CREATE TABLE signatures (
  account_id          uuid        NOT NULL,
  document_id         uuid        NOT NULL,
  recipient_id        uuid        NOT NULL,
  act                 text        NOT NULL CHECK (act IN ('signed', 'approved')),
  kind                text        NOT NULL CHECK (kind IN ('drawn', 'typed')),
  image_sha256        text,
  signature_text      text,
  typeface            text,
  initials_sha256     text,
  initials_text       text,
  disclosure_version  text        NOT NULL,
  disclosure_sha256   text        NOT NULL,
  locale              text        NOT NULL,
  base_sha256         text        NOT NULL,
  ip                  text,
  user_agent          text,
  signed_at           timestamptz NOT NULL,
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

-- Which passkeys a mailbox has confirmed signatures with. Written in the transaction of the signature, never before:
-- there is no passkey that has signed nothing. Each account knows its own, so that no sender learns where else somebody
-- has signed.
CREATE TABLE signer_passkeys (
  account_id    uuid        NOT NULL REFERENCES accounts (id),
  id            text        NOT NULL,
  -- In lower case.
  email         text        NOT NULL,
  public_key    text        NOT NULL,
  counter       bigint      NOT NULL,
  transports    jsonb       NOT NULL,
  created_at    timestamptz NOT NULL,
  last_used_at  timestamptz NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX signer_passkeys_by_mailbox ON signer_passkeys (account_id, email);


-- 6  Counts of documents ----------------------------------------------------------------------------------------------

-- One row for each account, month and status: the dashboard's numbers without counting rows. Kept true in the
-- transaction of the change itself.
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

-- Of a calendar month (UTC): the uploads that count against the plan, where a draft that is deleted is counted back, and
-- how many documents of that month were completed. The latter only grows, so that deleting a document rewrites no month
-- that is over, and no success rate.
CREATE TABLE monthly_usage (
  account_id  uuid    NOT NULL REFERENCES accounts (id),
  month       date    NOT NULL,
  documents   integer NOT NULL DEFAULT 0,
  completed   integer NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, month)
);

CREATE FUNCTION count_completed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO monthly_usage (account_id, month, completed)
  VALUES (NEW.account_id, date_trunc('month', NEW.created_at AT TIME ZONE 'UTC'), 1)
  ON CONFLICT (account_id, month) DO UPDATE SET completed = monthly_usage.completed + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER documents_completed_first AFTER INSERT ON documents
  FOR EACH ROW WHEN (NEW.status = 'completed') EXECUTE FUNCTION count_completed();
CREATE TRIGGER documents_completed_now AFTER UPDATE OF status ON documents
  FOR EACH ROW WHEN (NEW.status = 'completed' AND OLD.status <> 'completed') EXECUTE FUNCTION count_completed();


-- 7  The trail --------------------------------------------------------------------------------------------------------

-- body is the canonical JSON (RFC 8785) that was hashed.
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

-- Personal values stand beside the trail and are only bound by a salted hash, so that erasure keeps the proof (G-2).
CREATE TABLE event_values (
  account_id   uuid    NOT NULL,
  document_id  uuid    NOT NULL,
  seq          integer NOT NULL,
  name         text    NOT NULL,
  salt         text    NOT NULL,
  value        text    NOT NULL,
  PRIMARY KEY (account_id, document_id, seq, name)
);
-- Who is named in the trail: the audit list finds a person among the people of an account, of whom there are few, and
-- from there their events, instead of looking through every event.
CREATE INDEX event_values_naming ON event_values (account_id, value, document_id, seq)
  WHERE name IN ('actor', 'actorEmail', 'recipient', 'recipientEmail');

-- The trail only grows (T-03): no statement may change or remove an event, whoever runs it.
CREATE FUNCTION refuse_trail_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The trail only grows: % on % is refused.', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER events_only_grow BEFORE UPDATE OR DELETE ON events
  FOR EACH ROW EXECUTE FUNCTION refuse_trail_change();
CREATE TRIGGER events_are_never_truncated BEFORE TRUNCATE ON events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_trail_change();

-- So do the values beside it. One of them may go: the name of a draft's file, when the draft is deleted for ever, since
-- nobody else ever knew of it.
CREATE FUNCTION refuse_value_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_LEVEL = 'ROW' THEN
    IF OLD.name = 'fileName' AND NOT EXISTS (
      SELECT 1 FROM events
       WHERE account_id = OLD.account_id AND document_id = OLD.document_id AND type = 'document_sent'
    ) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'The trail only grows: % on % is refused.', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER event_values_only_grow BEFORE UPDATE OR DELETE ON event_values
  FOR EACH ROW EXECUTE FUNCTION refuse_value_change();
CREATE TRIGGER event_values_are_never_truncated BEFORE TRUNCATE ON event_values
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_value_change();

-- That one deletion, for a role that may only insert.
CREATE FUNCTION forget_draft_file_name(account uuid, document uuid) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  DELETE FROM event_values WHERE account_id = account AND document_id = document AND name = 'fileName';
$$;


-- 8  Templates and bulk sends -----------------------------------------------------------------------------------------

-- A file, its fields, and roles in the place of people. A template is a copy: it shares no row with the document it was
-- made from or with the drafts made from it, so that none of them changes the others.
CREATE TABLE templates (
  account_id       uuid        NOT NULL REFERENCES accounts (id),
  id               uuid        NOT NULL,
  created_by       uuid        NOT NULL,
  name             text        NOT NULL,
  description      text        NOT NULL,
  category         text        NOT NULL DEFAULT 'General'
                   CHECK (category IN ('General', 'Legal', 'HR', 'Business', 'Finance')),
  file_name        text,
  media_type       text,
  original_sha256  text,
  original_size    bigint,
  base_sha256      text,
  base_size        bigint,
  pages            jsonb,
  file_notes       jsonb       NOT NULL DEFAULT '[]',
  created_at       timestamptz NOT NULL DEFAULT now(),
  updated_at       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id),
  -- A template has its whole file or none yet.
  CHECK (num_nulls(file_name, media_type, original_sha256, original_size, base_sha256, base_size, pages) IN (0, 7))
);
CREATE INDEX templates_newest ON templates (account_id, created_at DESC, id DESC);

CREATE TABLE template_roles (
  account_id   uuid    NOT NULL,
  template_id  uuid    NOT NULL,
  id           uuid    NOT NULL,
  position     integer NOT NULL,
  turn         integer NOT NULL DEFAULT 1,
  name         text    NOT NULL,
  role         text    NOT NULL DEFAULT 'signer' CHECK (role IN ('signer', 'approver', 'viewer', 'cc')),
  PRIMARY KEY (account_id, template_id, id),
  FOREIGN KEY (account_id, template_id) REFERENCES templates (account_id, id) ON DELETE CASCADE
);

CREATE TABLE template_fields (
  account_id   uuid             NOT NULL,
  template_id  uuid             NOT NULL,
  id           uuid             NOT NULL,
  position     integer          NOT NULL,
  role_id      uuid,
  type         text             NOT NULL,
  page         integer          NOT NULL CHECK (page >= 1),
  x            double precision NOT NULL,
  y            double precision NOT NULL,
  width        double precision NOT NULL,
  height       double precision NOT NULL,
  required     boolean          NOT NULL DEFAULT true,
  label        text             NOT NULL DEFAULT '',
  properties   jsonb            NOT NULL DEFAULT '{}',
  PRIMARY KEY (account_id, template_id, id),
  FOREIGN KEY (account_id, template_id) REFERENCES templates (account_id, id) ON DELETE CASCADE
);

-- How many templates an account has: the row that decides when two are made at once and the plan leaves room for one.
CREATE TABLE template_usage (
  account_id  uuid    PRIMARY KEY REFERENCES accounts (id),
  templates   integer NOT NULL DEFAULT 0
);

-- One document for each row of a CSV file, made of a template. The bulk send keeps the template as it was when its
-- sender looked at the preview, so that nothing that changes meanwhile is sent without having been seen.
CREATE TABLE bulk_sends (
  account_id         uuid        NOT NULL,
  id                 uuid        NOT NULL,
  created_by         uuid        NOT NULL,
  template_id        uuid        NOT NULL,
  -- Of the template: name, file, roles and fields.
  snapshot           jsonb       NOT NULL,
  -- Of its file, so that nobody takes the bytes away as long as rows wait for them.
  original_sha256    text        NOT NULL,
  base_sha256        text        NOT NULL,
  file_name          text        NOT NULL,
  signing_order      text        NOT NULL CHECK (signing_order IN ('parallel', 'sequential')),
  expiration_days    integer     NOT NULL,
  state              text        NOT NULL DEFAULT 'running'
                     CHECK (state IN ('running', 'paused', 'done', 'cancelled')),
  -- The code of the refusal that paused it; null when its sender did.
  paused_by          text,
  -- It goes on when whoever began it has gone; the trail still says from where it was begun. Forgotten with the rows.
  started_from       jsonb,
  created_at         timestamptz NOT NULL,
  finished_at        timestamptz,
  -- When names, addresses and values were taken out of the rows of one that is over; what became of each stays.
  rows_forgotten_at  timestamptz,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, created_by) REFERENCES users (account_id, id)
);
CREATE INDEX bulk_sends_newest ON bulk_sends (account_id, template_id, created_at DESC);
CREATE INDEX bulk_sends_file ON bulk_sends (base_sha256) WHERE state IN ('running', 'paused');
CREATE INDEX bulk_sends_to_forget ON bulk_sends (finished_at)
  WHERE finished_at IS NOT NULL AND rows_forgotten_at IS NULL;

-- A row becomes its document, is sent, and is marked in one transaction: (bulk_id, line) is sent once or not at all.
CREATE TABLE bulk_rows (
  account_id   uuid    NOT NULL,
  bulk_id      uuid    NOT NULL,
  -- Of the file, from 1.
  line         integer NOT NULL,
  -- { people: [{ roleId, email, name }], values: { label: value } }
  cells        jsonb   NOT NULL,
  title        text    NOT NULL,
  message      text    NOT NULL,
  state        text    NOT NULL DEFAULT 'waiting'
               CHECK (state IN ('waiting', 'sent', 'failed', 'cancelled', 'refused', 'skipped')),
  problem      text,
  detail       text,
  -- The numbers and names in that sentence, for other languages.
  parameters   jsonb,
  document_id  uuid,
  PRIMARY KEY (account_id, bulk_id, line),
  FOREIGN KEY (account_id, bulk_id) REFERENCES bulk_sends (account_id, id) ON DELETE CASCADE,
  CHECK ((state = 'sent') = (document_id IS NOT NULL))
);
CREATE INDEX bulk_rows_by_state ON bulk_rows (account_id, bulk_id, state, line);


-- 9  Contacts, notices and support ------------------------------------------------------------------------------------

-- The address book of an account. The three keys are made by the application (server/contacts/contact.ts), so that which
-- addresses count as the same, and the order of the list, do not depend on a database's collation.
CREATE TABLE contacts (
  account_id    uuid        NOT NULL REFERENCES accounts (id),
  id            uuid        NOT NULL,
  email         text        NOT NULL,
  email_key     text        NOT NULL COLLATE "C",
  name          text        NOT NULL DEFAULT '',
  company       text        NOT NULL DEFAULT '',
  note          text        NOT NULL DEFAULT '',
  -- In which they were last written to, to be offered the next time.
  language      text,
  sort_key      text        NOT NULL COLLATE "C",
  search_text   text        NOT NULL COLLATE "C",
  last_sent_at  timestamptz,
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX contacts_by_address ON contacts (account_id, email_key);
CREATE INDEX contacts_in_order ON contacts (account_id, sort_key, id);

-- One row for each piece of news of one member: of a document, or that a bulk send has ended. Names are not copied here:
-- `seq` points to the event of the trail that says who did it, so that an erasure there is one here too. Rows go after
-- 90 days.
CREATE TABLE notices (
  account_id   uuid        NOT NULL,
  user_id      uuid        NOT NULL,
  id           uuid        NOT NULL,
  kind         text        NOT NULL,
  document_id  uuid,
  bulk_id      uuid,
  seq          integer,
  created_at   timestamptz NOT NULL,
  read_at      timestamptz,
  PRIMARY KEY (account_id, user_id, id),
  FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, document_id) REFERENCES documents (account_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, bulk_id) REFERENCES bulk_sends (account_id, id) ON DELETE CASCADE,
  CHECK (num_nonnulls(document_id, bulk_id) = 1)
);
CREATE INDEX notices_unread ON notices (account_id, user_id) WHERE read_at IS NULL;
CREATE INDEX notices_of_document ON notices (account_id, document_id);
CREATE INDEX notices_by_age ON notices (created_at);

-- Messages to whoever runs this installation. Kept whatever becomes of the mail, so that none is lost. Visitors have no
-- account: those rows belong to the installation, and the table is not sharded by account.
CREATE TABLE support_messages (
  id           uuid        PRIMARY KEY,
  account_id   uuid,
  user_id      uuid,
  name         text        NOT NULL,
  email        text        NOT NULL,
  topic        text        NOT NULL,
  message      text        NOT NULL,
  state        text        NOT NULL DEFAULT 'queued'
               CHECK (state IN ('queued', 'accepted', 'written', 'deferred', 'bounced')),
  attempts     integer     NOT NULL DEFAULT 0,
  reply        text,
  created_at   timestamptz NOT NULL DEFAULT now(),
  accepted_at  timestamptz,
  FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id)
);
CREATE INDEX support_messages_by_account ON support_messages (account_id, created_at DESC);


-- 10  Mails -----------------------------------------------------------------------------------------------------------

-- A mail about a document. Its words are made when it goes out, from the event and the link that it names.
CREATE TABLE mails (
  account_id    uuid        NOT NULL,
  id            uuid        NOT NULL,
  document_id   uuid        NOT NULL,
  recipient_id  uuid,
  kind          text        NOT NULL,
  to_name       text        NOT NULL,
  to_address    text        NOT NULL,
  -- The link that it carries: a mail that was queued for one person never leads to another one's link.
  link_id       text,
  -- The event that it tells of.
  event_seq     integer,
  state         text        NOT NULL DEFAULT 'queued'
                CHECK (state IN ('queued', 'accepted', 'written', 'deferred', 'bounced', 'blocked')),
  attempts      integer     NOT NULL DEFAULT 0,
  reply         text,
  created_at    timestamptz NOT NULL DEFAULT now(),
  -- When it may go out: at once, or later where an account would mail too much at a time (S-15).
  due_at        timestamptz NOT NULL DEFAULT now(),
  accepted_at   timestamptz,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX mails_by_document ON mails (account_id, document_id);
CREATE INDEX mails_by_recipient ON mails (account_id, recipient_id, created_at);
-- A delivery report from outside names a mail by its id and knows no account.
CREATE INDEX mails_by_id ON mails (id);
-- How much an account mails, to whom, and how much an address gets over all accounts.
CREATE INDEX mails_by_time ON mails (account_id, due_at) WHERE kind IN ('invitation', 'reminder');
CREATE INDEX mails_by_address ON mails (account_id, lower(to_address), due_at)
  WHERE kind IN ('invitation', 'reminder');
CREATE INDEX mails_to_address ON mails (lower(to_address), due_at) WHERE kind IN ('invitation', 'reminder');

-- This address, in lower case, gets no more mails of this account.
CREATE TABLE mail_blocks (
  account_id  uuid        NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  address     text        NOT NULL,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (account_id, address)
);

-- This address, in lower case, has reported the account; once each, whatever it writes later.
CREATE TABLE mail_reports (
  account_id  uuid        NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  address     text        NOT NULL,
  mail_id     uuid        NOT NULL,
  note        text        NOT NULL DEFAULT '',
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (account_id, address)
);


-- 11  Answers to repeated requests ------------------------------------------------------------------------------------

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
-- Kept for a while only.
CREATE INDEX idempotent_answers_by_age ON idempotent_answers (created_at);


-- 12  Hints for open pages --------------------------------------------------------------------------------------------
-- A hint leaves with the commit of the very change that it is about, whichever act made it and on whichever instance;
-- PostgreSQL drops repetitions within a transaction. It says what to look at again and never what it is now. Form:
-- '<account> <subject> [<id> [<id>]]' on the channel 'live' (server/live/hint.ts). A screen that is come back to asks
-- again only for what a hint named, so everything that a member sees has to give one. Fields and revisions give none: a
-- draft is saved with every stroke, and nobody else looks on.

-- For tables whose rows are looked at again as a whole; the trigger says as what.
CREATE FUNCTION hint_subject() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', COALESCE(NEW.account_id, OLD.account_id) || ' ' || TG_ARGV[0]);
  RETURN NULL;
END $$;
CREATE TRIGGER templates_hint AFTER INSERT OR UPDATE OR DELETE ON templates
  FOR EACH ROW EXECUTE FUNCTION hint_subject('templates');
CREATE TRIGGER contacts_hint AFTER INSERT OR UPDATE OR DELETE ON contacts
  FOR EACH ROW EXECUTE FUNCTION hint_subject('contacts');
CREATE TRIGGER folders_hint AFTER INSERT OR UPDATE OR DELETE ON folders
  FOR EACH ROW EXECUTE FUNCTION hint_subject('folders');
CREATE TRIGGER account_events_hint AFTER INSERT ON account_events
  FOR EACH ROW EXECUTE FUNCTION hint_subject('audit');
-- A document that is moved to another folder is another line of the library.
CREATE TRIGGER documents_moved_hint AFTER UPDATE OF folder_id ON documents
  FOR EACH ROW WHEN (NEW.folder_id IS DISTINCT FROM OLD.folder_id) EXECUTE FUNCTION hint_subject('documents');

CREATE FUNCTION hint_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM pg_notify('live', NEW.account_id || ' documents');
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM pg_notify('live', OLD.account_id || ' documents');
  ELSE
    IF (NEW.status, NEW.title, NEW.deleted_at, NEW.expires_at, NEW.seal_problem)
       IS DISTINCT FROM (OLD.status, OLD.title, OLD.deleted_at, OLD.expires_at, OLD.seal_problem) THEN
      PERFORM pg_notify('live', NEW.account_id || ' document ' || NEW.id);
    END IF;
    IF (NEW.status, NEW.expires_at) IS DISTINCT FROM (OLD.status, OLD.expires_at) THEN
      PERFORM pg_notify('live', NEW.account_id || ' state ' || NEW.id);
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER documents_hint AFTER INSERT OR UPDATE OR DELETE ON documents
  FOR EACH ROW EXECUTE FUNCTION hint_document();

CREATE FUNCTION hint_recipient() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', NEW.account_id || ' recipient ' || NEW.document_id || ' ' || NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER recipients_hint AFTER UPDATE ON recipients
  FOR EACH ROW WHEN (NEW IS DISTINCT FROM OLD) EXECUTE FUNCTION hint_recipient();

-- Everybody's page shows what stands in everybody's boxes, so a signature is a change for all signers of the document.
CREATE FUNCTION hint_signature() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', NEW.account_id || ' state ' || NEW.document_id);
  RETURN NULL;
END $$;
CREATE TRIGGER signatures_hint AFTER INSERT ON signatures
  FOR EACH ROW EXECUTE FUNCTION hint_signature();

CREATE FUNCTION hint_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', NEW.account_id || ' document ' || NEW.document_id);
  RETURN NULL;
END $$;
CREATE TRIGGER events_hint AFTER INSERT ON events
  FOR EACH ROW WHEN (NEW.seq > 1) EXECUTE FUNCTION hint_event();

CREATE FUNCTION hint_bulk() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', NEW.account_id || ' bulk ' || NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER bulk_sends_hint AFTER INSERT OR UPDATE ON bulk_sends
  FOR EACH ROW EXECUTE FUNCTION hint_bulk();

CREATE FUNCTION hint_bulk_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', NEW.account_id || ' bulk ' || NEW.bulk_id);
  RETURN NULL;
END $$;
CREATE TRIGGER bulk_rows_hint AFTER UPDATE ON bulk_rows
  FOR EACH ROW EXECUTE FUNCTION hint_bulk_row();

CREATE FUNCTION hint_notice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', NEW.account_id || ' notices ' || NEW.user_id);
  RETURN NULL;
END $$;
CREATE TRIGGER notices_hint AFTER INSERT OR UPDATE ON notices
  FOR EACH ROW EXECUTE FUNCTION hint_notice();

-- The plan, how it is paid, and who the member is.
CREATE FUNCTION hint_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', NEW.id || ' account');
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_hint AFTER UPDATE ON accounts
  FOR EACH ROW WHEN (NEW IS DISTINCT FROM OLD) EXECUTE FUNCTION hint_account();

CREATE FUNCTION hint_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', NEW.account_id || ' account');
  RETURN NULL;
END $$;
CREATE TRIGGER subscriptions_hint AFTER UPDATE OF read, card ON subscriptions
  FOR EACH ROW WHEN ((NEW.read, NEW.card) IS DISTINCT FROM (OLD.read, OLD.card)) EXECUTE FUNCTION hint_subscription();

CREATE FUNCTION hint_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', NEW.account_id || ' account');
  RETURN NULL;
END $$;
CREATE TRIGGER users_hint AFTER UPDATE ON users
  FOR EACH ROW WHEN (NEW IS DISTINCT FROM OLD) EXECUTE FUNCTION hint_member();

-- A session that ends, by whatever hand, takes its streams along.
CREATE FUNCTION hint_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', OLD.account_id || ' session ' || OLD.id_hash);
  RETURN NULL;
END $$;
CREATE TRIGGER sessions_hint AFTER DELETE ON sessions
  FOR EACH ROW EXECUTE FUNCTION hint_session();
