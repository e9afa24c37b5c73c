-- How an account shows itself to those it writes to: its own claim, beside the address of who sends. Nothing of it is
-- shown while the plan offers none, and it is kept meanwhile.
CREATE TABLE brands (
  account_id         uuid        PRIMARY KEY REFERENCES accounts (id),
  name               text        NOT NULL DEFAULT '',
  colour             text        CHECK (colour ~ '^#[0-9a-f]{6}$'),
  footer             text        NOT NULL DEFAULT '',
  logo_sha256        text,
  logo_type          text        CHECK (logo_type IN ('image/png', 'image/jpeg')),
  -- Where answers to our mails go; only what a mailed link has confirmed is ever used.
  reply_to           text,
  reply_to_asked     text,
  -- Names the one link that is good now. The link itself is derived from it when the mail goes out, and never stored.
  reply_to_ask_id    uuid        UNIQUE,
  reply_to_asked_at  timestamptz,
  reply_to_asked_by  uuid,
  reply_to_state     text        NOT NULL DEFAULT 'queued',
  updated_at         timestamptz NOT NULL,
  CHECK ((logo_sha256 IS NULL) = (logo_type IS NULL))
);
-- Two accounts may have the same logo; its file goes with the last of them.
CREATE INDEX brands_by_logo ON brands (logo_sha256) WHERE logo_sha256 IS NOT NULL;

CREATE TRIGGER brands_hint AFTER INSERT OR UPDATE OR DELETE ON brands
  FOR EACH ROW EXECUTE FUNCTION hint_subject('account');
