-- What members choose for themselves, and what makes signing in at the embedded provider safe.

-- A row appears with the first choice; without one the defaults of core/preference hold.
CREATE TABLE preferences (
  account_id    uuid        NOT NULL,
  user_id       uuid        NOT NULL,
  language      text,
  timezone      text,
  theme         text        NOT NULL CHECK (theme IN ('light', 'dark', 'system')),
  auto_save     boolean     NOT NULL,
  notifications jsonb       NOT NULL,
  updated_at    timestamptz NOT NULL,
  PRIMARY KEY (account_id, user_id),
  FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id)
);

CREATE TABLE member_photos (
  account_id    uuid        NOT NULL,
  user_id       uuid        NOT NULL,
  sha256        text        NOT NULL,
  media_type    text        NOT NULL CHECK (media_type IN ('image/png', 'image/jpeg')),
  updated_at    timestamptz NOT NULL,
  PRIMARY KEY (account_id, user_id),
  FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id)
);
-- The same picture may be the photo of two members; its file goes with the last of them.
CREATE INDEX member_photos_by_file ON member_photos (sha256);

-- What a list of sessions shows, and the name by which one is ended: the id itself stays with its browser.
-- provider_session is the session of the embedded provider that it began in, which has to end with it.
ALTER TABLE sessions
  ADD COLUMN handle uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN ip text,
  ADD COLUMN user_agent text,
  ADD COLUMN provider_session text;
CREATE UNIQUE INDEX sessions_by_handle ON sessions (account_id, user_id, handle);

-- Everything that the provider remembers of one person, to end it all at once.
CREATE INDEX provider_records_by_person ON provider_records ((payload ->> 'accountId'));

-- The people of the embedded provider belong to the installation; none of these tables is sharded by account.
ALTER TABLE identities
  ADD COLUMN email_confirmed_at timestamptz,
  ADD COLUMN password_changed_at timestamptz;

-- secret is encrypted (AES-256-GCM). last_step is the last time step whose code was taken: RFC 6238 §5.2 wants
-- each code to be good once. Until enabled_at it is only being set up.
CREATE TABLE identity_authenticators (
  identity_id   uuid        PRIMARY KEY REFERENCES identities (id),
  secret        text        NOT NULL,
  last_step     bigint      NOT NULL DEFAULT 0,
  enabled_at    timestamptz,
  created_at    timestamptz NOT NULL
);

CREATE TABLE identity_recovery_codes (
  identity_id   uuid        NOT NULL REFERENCES identities (id),
  code_hash     text        NOT NULL,
  used_at       timestamptz,
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

-- Mails of the provider to its people. A link in one is derived from its id when the mail goes out, so that no
-- usable link is stored; expires_at and used_at say how long it is good, and that it was used.
CREATE TABLE identity_mails (
  id            uuid        PRIMARY KEY,
  identity_id   uuid        NOT NULL REFERENCES identities (id),
  kind          text        NOT NULL,
  to_name       text        NOT NULL,
  to_address    text        NOT NULL,
  facts         jsonb       NOT NULL,
  expires_at    timestamptz,
  used_at       timestamptz,
  state         text        NOT NULL DEFAULT 'queued'
                CHECK (state IN ('queued', 'accepted', 'deferred', 'bounced')),
  attempts      integer     NOT NULL DEFAULT 0,
  reply         text,
  created_at    timestamptz NOT NULL,
  accepted_at   timestamptz
);
CREATE INDEX identity_mails_by_person ON identity_mails (identity_id, kind, created_at DESC);
