-- Archives of a whole account, made in the background. The archive is a stored file like any other; it goes after some
-- days, and the row stays as what was done.
CREATE TABLE account_exports (
  account_id  uuid        NOT NULL REFERENCES accounts (id),
  id          uuid        NOT NULL,
  asked_by    uuid        NOT NULL,
  asked_at    timestamptz NOT NULL,
  state       text        NOT NULL DEFAULT 'making' CHECK (state IN ('making', 'ready', 'failed', 'removed')),
  -- How far it is. It begins anew when whoever made it was killed.
  done        integer     NOT NULL DEFAULT 0,
  steps       integer     NOT NULL DEFAULT 0,
  sha256      text,
  size        bigint,
  -- Files that the store did not have any more.
  missing     integer     NOT NULL DEFAULT 0,
  ends_at     timestamptz,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, asked_by) REFERENCES users (account_id, id),
  CHECK ((state = 'ready') = (sha256 IS NOT NULL)),
  CHECK ((sha256 IS NULL) = (size IS NULL))
);
-- One at a time.
CREATE UNIQUE INDEX account_exports_making ON account_exports (account_id) WHERE state = 'making';
CREATE INDEX account_exports_ended ON account_exports (ends_at) WHERE state = 'ready';
CREATE INDEX account_exports_by_file ON account_exports (sha256) WHERE sha256 IS NOT NULL;

CREATE TRIGGER account_exports_hint AFTER INSERT OR UPDATE ON account_exports
  FOR EACH ROW EXECUTE FUNCTION hint_subject('exports');
