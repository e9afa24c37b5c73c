-- When the names and addresses of a closed account were deleted.
ALTER TABLE accounts ADD COLUMN forgotten_at timestamptz;
CREATE INDEX accounts_to_forget ON accounts (closed_at) WHERE closed_at IS NOT NULL AND forgotten_at IS NULL;
