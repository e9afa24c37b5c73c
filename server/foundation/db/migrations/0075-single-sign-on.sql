-- The provider at which an account lets the people of its domain sign in.
CREATE TABLE account_sign_ons (
  account_id   uuid        PRIMARY KEY REFERENCES accounts (id),
  issuer       text        NOT NULL,
  client_id    text        NOT NULL,
  -- Encrypted, and bound to the account.
  secret       text        NOT NULL,
  domain       text        NOT NULL,
  -- The text of the DNS record that proves the domain, and since when it has been found there.
  claim        text        NOT NULL,
  claimed_at   timestamptz,
  -- Everybody with an address of the domain signs in there and nowhere else; owners besides, so that nobody is shut out.
  enforced     boolean     NOT NULL DEFAULT false,
  -- What somebody becomes who comes by it for the first time.
  role         text        NOT NULL CHECK (role IN ('member', 'viewer')),
  updated_at   timestamptz NOT NULL,
  CHECK (claimed_at IS NOT NULL OR NOT enforced)
);
-- A domain is one account's.
CREATE UNIQUE INDEX account_sign_ons_by_domain ON account_sign_ons (domain) WHERE claimed_at IS NOT NULL;
CREATE TRIGGER account_sign_ons_hint AFTER INSERT OR UPDATE OR DELETE ON account_sign_ons
  FOR EACH ROW EXECUTE FUNCTION hint_subject('account');

-- Whether a session began at the provider of its account.
ALTER TABLE sessions ADD COLUMN sign_on uuid;
