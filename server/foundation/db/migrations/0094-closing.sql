-- An account whose owner closes it waits for a while, in which it does nothing but be taken along or kept after all.
ALTER TABLE accounts
  ADD COLUMN closing_asked_at timestamptz,
  ADD COLUMN closing_asked_by uuid,
  ADD COLUMN closes_at        timestamptz,
  -- From then on nobody is in it; documents that somebody acted on are kept for those who rely on them.
  ADD COLUMN closed_at        timestamptz,
  ADD CHECK ((closes_at IS NULL) = (closing_asked_at IS NULL)),
  ADD CHECK ((closes_at IS NULL) = (closing_asked_by IS NULL)),
  ADD CHECK (closed_at IS NULL OR closes_at IS NOT NULL);
CREATE INDEX accounts_closing ON accounts (closes_at) WHERE closes_at IS NOT NULL AND closed_at IS NULL;
