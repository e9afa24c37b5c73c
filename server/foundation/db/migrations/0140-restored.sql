-- Since when a person has had the document back out of the bin: the rule of the account does not delete it again.
ALTER TABLE documents ADD COLUMN restored_at timestamptz;
