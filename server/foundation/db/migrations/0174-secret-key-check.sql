-- Recognizes the SECRET_KEY that this database is used with, so that a process with another one does not start.
CREATE TABLE secret_key_check (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  salt bytea NOT NULL,
  -- scrypt of a key derived from SECRET_KEY: a copy of the database does not help to guess a weak one.
  fingerprint bytea NOT NULL,
  since timestamptz NOT NULL DEFAULT clock_timestamp()
);
