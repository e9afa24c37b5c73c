-- An account that the operator has suspended: its people cannot sign in, send or call the API. Documents that are out
-- continue.
ALTER TABLE accounts ADD COLUMN suspended_at timestamptz;
