-- Settings of new documents as an object (core/template/defaults.ts). Null states none.
ALTER TABLE accounts ADD COLUMN defaults jsonb;
ALTER TABLE folders ADD COLUMN defaults jsonb;
