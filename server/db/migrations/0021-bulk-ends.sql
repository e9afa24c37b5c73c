-- That a bulk send has ended is news for its sender, as what happens to a document is.
ALTER TABLE notices
  ALTER COLUMN document_id DROP NOT NULL,
  ADD COLUMN bulk_id uuid,
  ADD CHECK (num_nonnulls(document_id, bulk_id) = 1),
  ADD FOREIGN KEY (account_id, bulk_id) REFERENCES bulk_sends (account_id, id) ON DELETE CASCADE;

-- When names, addresses and values were taken out of the rows of a batch that is over; what became of each stays.
ALTER TABLE bulk_sends ADD COLUMN rows_forgotten_at timestamptz;
CREATE INDEX bulk_sends_to_forget ON bulk_sends (finished_at)
  WHERE finished_at IS NOT NULL AND rows_forgotten_at IS NULL;
