-- How signers can give their signature: an array of 'type', 'draw' and 'upload'. Null is the account's choice, and there all.
ALTER TABLE accounts ADD COLUMN signature_kinds jsonb;
ALTER TABLE templates ADD COLUMN signature_kinds jsonb;
ALTER TABLE documents ADD COLUMN signature_kinds jsonb;
