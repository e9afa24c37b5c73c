-- Whether an account has room for a file is told from what its files were when they were counted last and what was promised
-- since: to count them all with each upload took as long as the account is large (a second for a hundred thousand documents).
CREATE TABLE storage_counts (
  account_id  uuid        PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  -- Counted then, and every file since for which room was asked. Sealed files since are found by their time, and what was
  -- deleted since is still in it: it is never too little.
  bytes       bigint      NOT NULL,
  counted_at  timestamptz NOT NULL
);
