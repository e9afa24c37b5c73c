-- Separately sealed files are also delivered to destinations. Empty for the sealed file of the whole document,
-- otherwise an id of core/document/sealed-files.ts.
ALTER TABLE file_deliveries ADD COLUMN part text NOT NULL DEFAULT '';
ALTER TABLE file_deliveries DROP CONSTRAINT file_deliveries_pkey;
ALTER TABLE file_deliveries ADD PRIMARY KEY (account_id, destination_id, document_id, part);
