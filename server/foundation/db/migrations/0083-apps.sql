-- Programs that people of an account let act for them, by OAuth: registered once, connected by each person.
CREATE TABLE apps (
  account_id    uuid        NOT NULL REFERENCES accounts (id),
  id            uuid        NOT NULL UNIQUE,
  -- Who registered it.
  user_id       uuid        NOT NULL,
  name          text        NOT NULL,
  redirect_uris jsonb       NOT NULL,
  -- SHA-256 of its secret; null: it can keep none, and proves itself by PKCE alone.
  secret_hash   text,
  created_at    timestamptz NOT NULL,
  removed_at    timestamptz,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id)
);

-- An app that a member has connected. Its tokens lie with the provider's other records, by their hashes.
CREATE TABLE connections (
  account_id   uuid        NOT NULL REFERENCES accounts (id),
  id           uuid        NOT NULL,
  user_id      uuid        NOT NULL,
  app_id       uuid        NOT NULL,
  -- The provider's name of what was granted.
  grant_id     text        NOT NULL UNIQUE,
  scopes       jsonb       NOT NULL,
  created_at   timestamptz NOT NULL,
  last_used_at timestamptz,
  last_used_ip text,
  ended_at     timestamptz,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id),
  FOREIGN KEY (account_id, app_id) REFERENCES apps (account_id, id)
);
CREATE INDEX connections_of_member ON connections (account_id, user_id);
