-- Keys by which programs act as the member who made them. The name is the member's own word for the program.
CREATE TABLE api_keys (
  account_id    uuid        NOT NULL,
  id            uuid        NOT NULL,
  user_id       uuid        NOT NULL,
  name          text        NOT NULL,
  mode          text        NOT NULL CHECK (mode IN ('live', 'test')),
  scopes        jsonb       NOT NULL,
  created_at    timestamptz NOT NULL,
  expires_at    timestamptz,
  last_used_at  timestamptz,
  last_used_ip  text,
  revoked_at    timestamptz,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id) ON DELETE CASCADE
);

-- The secrets of a key: one, and while it is being rotated the one before too. Only hashes; nobody can read them back.
CREATE TABLE api_key_secrets (
  secret_hash   text        PRIMARY KEY,
  account_id    uuid        NOT NULL,
  key_id        uuid        NOT NULL,
  last_four     text        NOT NULL,
  created_at    timestamptz NOT NULL,
  ends_at       timestamptz,
  FOREIGN KEY (account_id, key_id) REFERENCES api_keys (account_id, id) ON DELETE CASCADE
);
CREATE INDEX api_key_secrets_by_key ON api_key_secrets (account_id, key_id);
