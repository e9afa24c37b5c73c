-- What a member is told in the application, and the hints by which every open page learns that something
-- has changed.

-- One row for each piece of news of one member. Names are not copied here: `seq` points to the event of the
-- trail that says who did it, so that an erasure there is one here too. Rows go after 90 days.
CREATE TABLE notices (
  account_id   uuid        NOT NULL,
  user_id      uuid        NOT NULL,
  id           uuid        NOT NULL,
  kind         text        NOT NULL,
  document_id  uuid        NOT NULL,
  seq          integer,
  created_at   timestamptz NOT NULL,
  read_at      timestamptz,
  PRIMARY KEY (account_id, user_id, id),
  FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, document_id) REFERENCES documents (account_id, id) ON DELETE CASCADE
);
CREATE INDEX notices_unread ON notices (account_id, user_id) WHERE read_at IS NULL;
CREATE INDEX notices_of_document ON notices (account_id, document_id);
CREATE INDEX notices_by_age ON notices (created_at);

-- Hints leave with the commit of the very change that they are about, whichever act made it and on whichever
-- instance; PostgreSQL drops repetitions within a transaction. A hint says what to look at again and never
-- what it is now. Form: '<account> <subject> [<id> [<id>]]' on the channel 'live' (server/live/hint.ts).
-- Fields and revisions give none: a draft is saved with every stroke, and nobody else looks on.

CREATE FUNCTION hint_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM pg_notify('live', NEW.account_id || ' documents');
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM pg_notify('live', OLD.account_id || ' documents');
  ELSE
    IF (NEW.status, NEW.title, NEW.deleted_at, NEW.expires_at, NEW.seal_problem)
       IS DISTINCT FROM (OLD.status, OLD.title, OLD.deleted_at, OLD.expires_at, OLD.seal_problem) THEN
      PERFORM pg_notify('live', NEW.account_id || ' document ' || NEW.id);
    END IF;
    IF (NEW.status, NEW.expires_at) IS DISTINCT FROM (OLD.status, OLD.expires_at) THEN
      PERFORM pg_notify('live', NEW.account_id || ' state ' || NEW.id);
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER documents_hint AFTER INSERT OR UPDATE OR DELETE ON documents
  FOR EACH ROW EXECUTE FUNCTION hint_document();

CREATE FUNCTION hint_recipient() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', NEW.account_id || ' recipient ' || NEW.document_id || ' ' || NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER recipients_hint AFTER UPDATE ON recipients
  FOR EACH ROW WHEN (NEW IS DISTINCT FROM OLD) EXECUTE FUNCTION hint_recipient();

CREATE FUNCTION hint_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', NEW.account_id || ' document ' || NEW.document_id);
  RETURN NULL;
END $$;
CREATE TRIGGER events_hint AFTER INSERT ON events
  FOR EACH ROW WHEN (NEW.seq > 1) EXECUTE FUNCTION hint_event();

CREATE FUNCTION hint_notice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', NEW.account_id || ' notices ' || NEW.user_id);
  RETURN NULL;
END $$;
CREATE TRIGGER notices_hint AFTER INSERT OR UPDATE ON notices
  FOR EACH ROW EXECUTE FUNCTION hint_notice();

-- The plan, and who the member is.
CREATE FUNCTION hint_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', NEW.id || ' account');
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_hint AFTER UPDATE ON accounts
  FOR EACH ROW WHEN (NEW IS DISTINCT FROM OLD) EXECUTE FUNCTION hint_account();

CREATE FUNCTION hint_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', NEW.account_id || ' account');
  RETURN NULL;
END $$;
CREATE TRIGGER users_hint AFTER UPDATE ON users
  FOR EACH ROW WHEN (NEW IS DISTINCT FROM OLD) EXECUTE FUNCTION hint_member();

-- A session that ends, by whatever hand, takes its streams along.
CREATE FUNCTION hint_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', OLD.account_id || ' session ' || OLD.id_hash);
  RETURN NULL;
END $$;
CREATE TRIGGER sessions_hint AFTER DELETE ON sessions
  FOR EACH ROW EXECUTE FUNCTION hint_session();
