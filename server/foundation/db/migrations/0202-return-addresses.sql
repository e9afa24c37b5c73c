-- Where signers return after signing. Of a document, null is the account's address and '' is none.
ALTER TABLE accounts ADD COLUMN return_url text NOT NULL DEFAULT '';
ALTER TABLE documents ADD COLUMN return_url text;
