-- What is kept of people, and for how long: after a period that the account sets, the values of one person can be taken
-- out of one document, unless it is on hold. Event, values and rows go in one transaction.

-- How many years after its end a document's people stay as they are.
ALTER TABLE accounts
  ADD COLUMN retention_years smallint NOT NULL DEFAULT 10 CHECK (retention_years BETWEEN 0 AND 30);

-- A legal hold: as long as it is there nothing of the document is deleted or erased. Why stands in the trail.
ALTER TABLE documents
  ADD COLUMN held_at timestamptz,
  ADD COLUMN held_by uuid,
  ADD CHECK ((held_at IS NULL) = (held_by IS NULL));
CREATE INDEX documents_on_hold ON documents (account_id) WHERE held_at IS NOT NULL;

-- Since when nothing says any more who this recipient was.
ALTER TABLE recipients ADD COLUMN erased_at timestamptz;

-- Whether a value beside an event is one of somebody whom the trail says erased: all of what they did, and of what others
-- did about them all but who did it. An agreement names everybody and is one value, so it goes with the first of them.
CREATE FUNCTION is_erased(account uuid, document uuid, event integer, value_name text) RETURNS boolean
  LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT 1
      FROM events AS erasure
      JOIN events AS own
        ON own.account_id = erasure.account_id AND own.document_id = erasure.document_id AND own.seq = event
      JOIN documents AS d ON d.account_id = erasure.account_id AND d.id = erasure.document_id
     WHERE erasure.account_id = account AND erasure.document_id = document AND erasure.type = 'person_erased'
       AND own.seq < erasure.seq
       AND d.held_at IS NULL AND d.status IN ('completed', 'declined', 'voided', 'expired')
       AND (value_name = 'agreement'
         OR (own.body::jsonb #>> '{actor,kind}' = 'recipient'
             AND own.body::jsonb #>> '{actor,id}' = erasure.body::jsonb #>> '{data,recipientId}')
         OR (own.body::jsonb #>> '{data,recipientId}' = erasure.body::jsonb #>> '{data,recipientId}'
             AND (own.body::jsonb #>> '{actor,kind}' = 'system'
               OR value_name NOT IN ('actor', 'actorEmail', 'ip', 'userAgent', 'apiKey', 'reason')))));
$$;

CREATE OR REPLACE FUNCTION refuse_value_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_LEVEL = 'ROW' THEN
    IF OLD.name = 'fileName' AND NOT EXISTS (
      SELECT 1 FROM events
       WHERE account_id = OLD.account_id AND document_id = OLD.document_id AND type = 'document_sent'
    ) THEN
      RETURN OLD;
    END IF;
    IF is_erased(OLD.account_id, OLD.document_id, OLD.seq, OLD.name) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'The trail only grows: % on % is refused.', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

-- That deletion, for a role that may only insert: of what the trail itself says was erased, and of nothing else.
CREATE FUNCTION forget_erased_values(account uuid, document uuid) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  DELETE FROM event_values
   WHERE account_id = account AND document_id = document AND is_erased(account_id, document_id, seq, name);
$$;

-- A hold shows on every page of the document that is open.
CREATE FUNCTION hint_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', NEW.account_id || ' document ' || NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER documents_hold_hint AFTER UPDATE OF held_at ON documents
  FOR EACH ROW WHEN (NEW.held_at IS DISTINCT FROM OLD.held_at) EXECUTE FUNCTION hint_hold();
