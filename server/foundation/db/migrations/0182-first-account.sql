-- The account whose owners are the operators where OPERATOR_EMAILS names none: the first one of an empty installation.
-- One row at most. Installations that had accounts before keep to the setting: account_id is null.
CREATE TABLE first_account (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  account_id uuid,
  recorded_at timestamptz NOT NULL
);
INSERT INTO first_account (account_id, recorded_at) SELECT NULL, now() WHERE EXISTS (SELECT FROM users);
