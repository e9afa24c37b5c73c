-- How many months after its end a document of this account goes to the bin by itself; null: never.
ALTER TABLE accounts ADD COLUMN delete_after_months smallint CHECK (delete_after_months BETWEEN 1 AND 360);
