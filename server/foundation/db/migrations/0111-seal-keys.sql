-- The certificates that seals were made with here: SHA-256 of the sealing certificate and of its root. A key that is lost,
-- or that somebody changed, is noticed before it seals.
CREATE TABLE seal_keys (
  certificate  text        PRIMARY KEY,
  root         text        NOT NULL,
  subject      text        NOT NULL,
  first_used   timestamptz NOT NULL
);
