-- What is shared with an account and what is somebody's own. Everything was shared until now, and stays so.

-- The member who keeps a folder, with what lies in it, to themselves; NULL: as open as the folder that it lies in.
ALTER TABLE folders ADD COLUMN private_to uuid;
ALTER TABLE folders ADD FOREIGN KEY (account_id, private_to) REFERENCES users (account_id, id);
-- A name that is taken by a folder that somebody does not see would tell them of it.
DROP INDEX folders_by_name;
CREATE UNIQUE INDEX folders_by_name ON folders (account_id, parent_id, name_key, private_to) NULLS NOT DISTINCT;
-- Documents in it are seen by others then.
CREATE TRIGGER folders_shared_hint AFTER UPDATE OF private_to ON folders
  FOR EACH ROW WHEN (NEW.private_to IS DISTINCT FROM OLD.private_to) EXECUTE FUNCTION hint_subject('documents');

-- Of whose it is (created_by) and of nobody else.
ALTER TABLE templates ADD COLUMN private boolean NOT NULL DEFAULT false;
-- Of a private template: its rows are people whom only its owner knows.
ALTER TABLE bulk_sends ADD COLUMN private boolean NOT NULL DEFAULT false;

ALTER TABLE contacts ADD COLUMN private_to uuid;
ALTER TABLE contacts ADD FOREIGN KEY (account_id, private_to) REFERENCES users (account_id, id);
-- An address is shared once, and once in the book of each member.
DROP INDEX contacts_by_address;
CREATE UNIQUE INDEX contacts_by_address ON contacts (account_id, email_key) WHERE private_to IS NULL;
CREATE UNIQUE INDEX contacts_by_private_address ON contacts (account_id, private_to, email_key)
  WHERE private_to IS NOT NULL;

-- People of an account under one name, who are given access to somebody's private folders.
CREATE TABLE member_groups (
  account_id  uuid        NOT NULL REFERENCES accounts (id),
  id          uuid        NOT NULL,
  name        text        NOT NULL,
  name_key    text        NOT NULL COLLATE "C",
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX member_groups_by_name ON member_groups (account_id, name_key);

CREATE TABLE member_group_people (
  account_id  uuid NOT NULL,
  group_id    uuid NOT NULL,
  user_id     uuid NOT NULL,
  PRIMARY KEY (account_id, group_id, user_id),
  FOREIGN KEY (account_id, group_id) REFERENCES member_groups (account_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id)
);
CREATE INDEX member_group_people_by_user ON member_group_people (account_id, user_id);

-- What a group may do with what lies in a private folder.
CREATE TABLE folder_grants (
  account_id  uuid NOT NULL,
  folder_id   uuid NOT NULL,
  group_id    uuid NOT NULL,
  access      text NOT NULL CHECK (access IN ('view', 'use')),
  PRIMARY KEY (account_id, folder_id, group_id),
  FOREIGN KEY (account_id, folder_id) REFERENCES folders (account_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, group_id) REFERENCES member_groups (account_id, id) ON DELETE CASCADE
);
CREATE INDEX folder_grants_by_group ON folder_grants (account_id, group_id);

CREATE TRIGGER member_groups_hint AFTER INSERT OR UPDATE OR DELETE ON member_groups
  FOR EACH ROW EXECUTE FUNCTION hint_subject('account');
CREATE TRIGGER member_group_people_hint AFTER INSERT OR DELETE ON member_group_people
  FOR EACH ROW EXECUTE FUNCTION hint_subject('folders');
CREATE TRIGGER folder_grants_hint AFTER INSERT OR UPDATE OR DELETE ON folder_grants
  FOR EACH ROW EXECUTE FUNCTION hint_subject('folders');
CREATE TRIGGER folder_grants_documents_hint AFTER INSERT OR UPDATE OR DELETE ON folder_grants
  FOR EACH ROW EXECUTE FUNCTION hint_subject('documents');
