-- The account's own reference on documents and templates: an id and key/value pairs of its other systems. They may be
-- changed after sending, because they are never printed, sealed or part of the evidence.
ALTER TABLE documents ADD COLUMN external_id text, ADD COLUMN metadata jsonb NOT NULL DEFAULT '{}';
ALTER TABLE templates ADD COLUMN external_id text, ADD COLUMN metadata jsonb NOT NULL DEFAULT '{}';
CREATE INDEX documents_by_external_id ON documents (account_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX templates_by_external_id ON templates (account_id, external_id) WHERE external_id IS NOT NULL;

-- One number per pair, made of the account, the key and the value, so that an account finds its own documents without
-- reading those of others. Queries compare the pairs themselves afterwards, since two may share a number.
CREATE FUNCTION metadata_keys(account uuid, metadata jsonb) RETURNS bigint[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(hashtextextended((length(key)::text || key || value) COLLATE "C",
           hashtextextended(account::text COLLATE "C", 0))), '{}') FROM jsonb_each_text(metadata)
$$;
CREATE INDEX documents_by_metadata ON documents USING gin (metadata_keys(account_id, metadata))
  WHERE metadata <> '{}';
