-- Several people in one account. A row of users is a membership: one person (issuer and subject) in one account, with
-- what they are there. Who leaves keeps the row, which documents and the audit trail point to, and loses the way in.

ALTER TABLE accounts ADD COLUMN name text NOT NULL DEFAULT '';

ALTER TABLE users ADD COLUMN role text NOT NULL DEFAULT 'owner'
  CHECK (role IN ('owner', 'admin', 'member', 'viewer'));
-- Everybody until now made their account. From here on whoever adds a member says what they are.
ALTER TABLE users ALTER COLUMN role DROP DEFAULT;
ALTER TABLE users ADD COLUMN removed_at timestamptz;
ALTER TABLE users ADD COLUMN last_seen_at timestamptz;

-- A person is in an account once, and may be in several.
DROP INDEX users_by_identity;
CREATE UNIQUE INDEX users_by_identity ON users (issuer, subject, account_id) WHERE removed_at IS NULL;

-- Whom an account has invited. The link in the mail is derived from the mail's id (S-09) and works for the mail that
-- was sent last; it lets in nobody whose confirmed address is another one (S-01).
CREATE TABLE member_invitations (
  account_id    uuid        NOT NULL REFERENCES accounts (id),
  id            uuid        NOT NULL,
  email         text        NOT NULL,
  role          text        NOT NULL CHECK (role IN ('admin', 'member', 'viewer')),
  invited_by    uuid        NOT NULL,
  mail_id       uuid        NOT NULL REFERENCES identity_mails (id),
  created_at    timestamptz NOT NULL,
  expires_at    timestamptz NOT NULL,
  accepted_at   timestamptz,
  accepted_by   uuid,
  withdrawn_at  timestamptz,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, invited_by) REFERENCES users (account_id, id),
  FOREIGN KEY (account_id, accepted_by) REFERENCES users (account_id, id)
);
CREATE UNIQUE INDEX member_invitations_by_mail ON member_invitations (mail_id);
CREATE UNIQUE INDEX member_invitations_open ON member_invitations (account_id, lower(email))
  WHERE accepted_at IS NULL AND withdrawn_at IS NULL;

CREATE TRIGGER member_invitations_hint AFTER INSERT OR UPDATE OR DELETE ON member_invitations
  FOR EACH ROW EXECUTE FUNCTION hint_subject('account');

-- That somebody was seen is no news for everybody's page.
DROP TRIGGER users_hint ON users;
CREATE TRIGGER users_hint AFTER UPDATE ON users
  FOR EACH ROW WHEN (
    (NEW.email, NEW.first_name, NEW.last_name, NEW.email_confirmed_at, NEW.role, NEW.removed_at)
    IS DISTINCT FROM
    (OLD.email, OLD.first_name, OLD.last_name, OLD.email_confirmed_at, OLD.role, OLD.removed_at)
  ) EXECUTE FUNCTION hint_member();
-- Who joins comes by invitation, and is no owner at first; the first owner is alone there.
CREATE TRIGGER users_added_hint AFTER INSERT ON users
  FOR EACH ROW WHEN (NEW.role <> 'owner') EXECUTE FUNCTION hint_member();

-- Links that a member opened on a device, in person or for themselves: they end when the member goes.
ALTER TABLE signing_links ADD COLUMN issued_by uuid;
CREATE INDEX signing_links_by_issuer ON signing_links (account_id, issued_by) WHERE issued_by IS NOT NULL;
