-- Provisioning of members and groups by the directory of a company (SCIM 2.0, RFC 7643 and RFC 7644).

-- The secrets of directories. Each acts in the name of the owner who created it.
CREATE TABLE provisioning_tokens (
  account_id    uuid        NOT NULL REFERENCES accounts (id),
  id            uuid        NOT NULL,
  user_id       uuid        NOT NULL,
  name          text        NOT NULL,
  secret_hash   text        NOT NULL,
  last_four     text        NOT NULL,
  -- The role of the people that the directory adds.
  role          text        NOT NULL CHECK (role IN ('member', 'viewer')),
  created_at    timestamptz NOT NULL,
  last_used_at  timestamptz,
  last_used_ip  text,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id)
);
CREATE UNIQUE INDEX provisioning_tokens_by_secret ON provisioning_tokens (secret_hash);

-- The data of directories about people. Members that no directory has changed have no row.
CREATE TABLE provisioned_people (
  account_id   uuid        NOT NULL REFERENCES accounts (id),
  id           uuid        NOT NULL,
  -- Their membership, current or ended; NULL while they are only invited.
  user_id      uuid,
  user_name    text        NOT NULL,
  email        text        NOT NULL,
  external_id  text,
  given_name   text        NOT NULL,
  family_name  text        NOT NULL,
  active       boolean     NOT NULL,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id)
);
CREATE UNIQUE INDEX provisioned_people_by_name ON provisioned_people (account_id, lower(user_name));
CREATE UNIQUE INDEX provisioned_people_by_email ON provisioned_people (account_id, lower(email));
CREATE UNIQUE INDEX provisioned_people_by_user ON provisioned_people (account_id, user_id);

CREATE TABLE provisioned_groups (
  account_id   uuid NOT NULL,
  group_id     uuid NOT NULL,
  external_id  text NOT NULL,
  PRIMARY KEY (account_id, group_id),
  FOREIGN KEY (account_id, group_id) REFERENCES member_groups (account_id, id) ON DELETE CASCADE
);

-- The groups that a directory put people into. They are in effect while the person is a member.
CREATE TABLE provisioned_group_people (
  account_id  uuid NOT NULL,
  group_id    uuid NOT NULL,
  person_id   uuid NOT NULL,
  PRIMARY KEY (account_id, group_id, person_id),
  FOREIGN KEY (account_id, group_id) REFERENCES member_groups (account_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, person_id) REFERENCES provisioned_people (account_id, id) ON DELETE CASCADE
);
CREATE INDEX provisioned_group_people_by_person ON provisioned_group_people (account_id, person_id);
