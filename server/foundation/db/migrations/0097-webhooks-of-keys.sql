-- An endpoint that a program made by an API key stops with the key, until a person switches it on.
ALTER TABLE webhook_endpoints ADD COLUMN key_id uuid;
ALTER TABLE webhook_endpoints DROP CONSTRAINT webhook_endpoints_off_because_check;
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_off_because_check
  CHECK (off_because IN ('member', 'failing', 'gone', 'plan', 'key'));
CREATE INDEX webhook_endpoints_by_key ON webhook_endpoints (account_id, key_id) WHERE key_id IS NOT NULL AND state = 'on';
