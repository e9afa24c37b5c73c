-- A private folder that was deleted while documents of it lie in the bin: it still says who sees them there, and comes back
-- with the first of them that is restored.
ALTER TABLE folders ADD COLUMN gone_at timestamptz;
