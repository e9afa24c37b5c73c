-- The events of one person are found by index, however many people and events an account has: their names by the runs of
-- letters in them (0130), and of each name its newest events in their order, instead of going through everybody.

-- Of a value that says who acted or was addressed: when the event was. The trigger below copies it, nobody gives it.
ALTER TABLE event_values ADD COLUMN occurred_at timestamptz;
DROP INDEX event_values_naming;
ALTER TABLE event_values DISABLE TRIGGER event_values_only_grow;
UPDATE event_values SET occurred_at = events.occurred_at
  FROM events
 WHERE events.account_id = event_values.account_id AND events.document_id = event_values.document_id
   AND events.seq = event_values.seq AND event_values.name IN ('actor', 'actorEmail', 'recipient', 'recipientEmail');
ALTER TABLE event_values ENABLE TRIGGER event_values_only_grow;
CREATE INDEX event_values_naming ON event_values (account_id, value, occurred_at DESC, document_id, seq DESC)
  WHERE name IN ('actor', 'actorEmail', 'recipient', 'recipientEmail');

-- Every name and address that a trail of the account holds. The document, in which it came first, only keeps two that come
-- at once out of each other's way: neither waits for the other, and a name that stands here twice is found once.
CREATE TABLE named_people (
  account_id   uuid  NOT NULL,
  value        text  NOT NULL,
  document_id  uuid  NOT NULL,
  PRIMARY KEY (account_id, value, document_id)
);
INSERT INTO named_people (account_id, value, document_id)
SELECT DISTINCT ON (account_id, value) account_id, value, document_id FROM event_values
 WHERE name IN ('actor', 'actorEmail', 'recipient', 'recipientEmail')
 ORDER BY account_id, value, occurred_at, document_id;
CREATE INDEX named_people_by_words ON named_people USING gin (search_keys(account_id, value));

-- Held together by all who write names of an account, and alone by who takes one out: else an event could be written with
-- a name that stands here still, while it is taken out because no event that is seen has it.
CREATE FUNCTION names_of(account uuid) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtextextended('names of ' || account::text, 0);
$$;

CREATE FUNCTION note_named_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(names_of(NEW.account_id));
  NEW.occurred_at := (SELECT occurred_at FROM events
                       WHERE account_id = NEW.account_id AND document_id = NEW.document_id AND seq = NEW.seq);
  IF NOT EXISTS (SELECT FROM named_people WHERE account_id = NEW.account_id AND value = NEW.value) THEN
    INSERT INTO named_people (account_id, value, document_id) VALUES (NEW.account_id, NEW.value, NEW.document_id);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER event_values_name_people BEFORE INSERT ON event_values
  FOR EACH ROW WHEN (NEW.name IN ('actor', 'actorEmail', 'recipient', 'recipientEmail'))
  EXECUTE FUNCTION note_named_person();

-- With the last value that an erasure takes out (0112) the name goes from here too.
CREATE FUNCTION forget_named_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(names_of(OLD.account_id));
  IF NOT EXISTS (SELECT FROM event_values WHERE account_id = OLD.account_id AND value = OLD.value
                    AND name IN ('actor', 'actorEmail', 'recipient', 'recipientEmail')) THEN
    DELETE FROM named_people WHERE account_id = OLD.account_id AND value = OLD.value;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER event_values_forget_people AFTER DELETE ON event_values
  FOR EACH ROW WHEN (OLD.name IN ('actor', 'actorEmail', 'recipient', 'recipientEmail'))
  EXECUTE FUNCTION forget_named_person();
