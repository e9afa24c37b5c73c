-- One-time addresses of the editor of one draft, for a frame of one website, and what each was opened to. Of both
-- secrets only the hashes are kept.
CREATE TABLE editor_frames (
  account_id   uuid        NOT NULL,
  id           uuid        NOT NULL,
  code_hash    text        NOT NULL UNIQUE,
  document_id  uuid        NOT NULL,
  origin       text        NOT NULL,
  key_id       uuid        NOT NULL,
  -- Whether the program asked that the document can be sent from the frame.
  send         boolean     NOT NULL,
  -- Where the program asked from; the trail repeats it.
  asked_ip     text        NOT NULL,
  asked_agent  text        NOT NULL,
  asked_at     timestamptz NOT NULL,
  ends_at      timestamptz NOT NULL,
  -- By which the page in the frame acts once it was opened; null while it was not.
  token_hash   text        UNIQUE,
  closes_at    timestamptz,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, document_id) REFERENCES documents (account_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, key_id) REFERENCES api_keys (account_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX editor_frames_by_id ON editor_frames (id);
