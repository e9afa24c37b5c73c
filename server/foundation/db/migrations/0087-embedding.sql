-- Websites that may show our pages in a frame, each as a browser names it.
CREATE TABLE embedding_origins (
  account_id  uuid        NOT NULL REFERENCES accounts (id),
  id          uuid        NOT NULL,
  origin      text        NOT NULL,
  created_by  uuid        NOT NULL,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, origin),
  FOREIGN KEY (account_id, created_by) REFERENCES users (account_id, id)
);

-- One-time addresses that programs have asked for, each for one frame of one website. Of the code only its hash is kept.
CREATE TABLE embed_addresses (
  account_id   uuid        NOT NULL,
  id           uuid        NOT NULL,
  code_hash    text        NOT NULL UNIQUE,
  document_id  uuid        NOT NULL,
  recipient_id uuid        NOT NULL,
  origin       text        NOT NULL,
  key_id       uuid        NOT NULL,
  -- Where the program asked from; the trail repeats it.
  asked_ip     text        NOT NULL,
  asked_agent  text        NOT NULL,
  asked_at     timestamptz NOT NULL,
  ends_at      timestamptz NOT NULL,
  -- The signing link that it was opened for; null while it was not.
  link_id      text,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, document_id, recipient_id)
    REFERENCES recipients (account_id, document_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, key_id) REFERENCES api_keys (account_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX embed_addresses_by_id ON embed_addresses (id);

ALTER TABLE signing_links DROP CONSTRAINT signing_links_via_check;
ALTER TABLE signing_links ADD CONSTRAINT signing_links_via_check
  CHECK (via IN ('mail', 'in-person', 'own-account', 'embedded'));
