-- Acts that a program has prepared and a person decides about: it cannot mail anybody, nor end anything, by itself.
CREATE TABLE proposals (
  account_id   uuid        NOT NULL REFERENCES accounts (id),
  id           uuid        NOT NULL,
  document_id  uuid        NOT NULL,
  act          text        NOT NULL CHECK (act IN ('send', 'remind', 'void')),
  -- The member as whom the program acted, and how it is called.
  user_id      uuid        NOT NULL,
  program      text,
  subject      text        NOT NULL,
  message      text        NOT NULL,
  reason       text        NOT NULL,
  expiration_days integer  NOT NULL,
  -- Null: everybody whom the document waits for.
  recipient_ids jsonb,
  -- What was proposed, by its hash: of the document and all of the above.
  fingerprint  text        NOT NULL,
  created_at   timestamptz NOT NULL,
  decision     text        CHECK (decision IN ('confirmed', 'dismissed')),
  decided_at   timestamptz,
  decided_by   uuid,
  CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (decided_by IS NULL)),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id),
  FOREIGN KEY (account_id, decided_by) REFERENCES users (account_id, id),
  FOREIGN KEY (account_id, document_id) REFERENCES documents (account_id, id) ON DELETE CASCADE
);
CREATE INDEX proposals_of_document ON proposals (account_id, document_id);
CREATE INDEX proposals_by_age ON proposals (created_at);
