-- The domain that mails of an account come from, while the key of the account stands in its DNS.
CREATE TABLE sender_domains (
  account_id   uuid        PRIMARY KEY REFERENCES accounts (id),
  domain       text        NOT NULL,
  local        text        NOT NULL,
  -- Where in the DNS the key stands. Each account has its own, so that a domain may move from one to another.
  selector     text        NOT NULL,
  public_key   text        NOT NULL,
  -- Encrypted, and bound to the account.
  private_key  text        NOT NULL,
  -- Since when the key is known to be there, when it was found last, and when it was lost.
  proved_at    timestamptz,
  seen_at      timestamptz,
  lost_at      timestamptz,
  checked_at   timestamptz,
  dkim         text        NOT NULL DEFAULT 'unknown',
  spf          text        NOT NULL DEFAULT 'unknown',
  dmarc        text        NOT NULL DEFAULT 'unknown',
  updated_at   timestamptz NOT NULL,
  CHECK (proved_at IS NULL OR seen_at IS NOT NULL)
);
-- A domain is one account's.
CREATE UNIQUE INDEX sender_domains_by_domain ON sender_domains (domain) WHERE proved_at IS NOT NULL;
CREATE INDEX sender_domains_to_check ON sender_domains (checked_at) WHERE proved_at IS NOT NULL;

CREATE TRIGGER sender_domains_hint AFTER INSERT OR UPDATE OR DELETE ON sender_domains
  FOR EACH ROW EXECUTE FUNCTION hint_subject('account');
