-- How many documents of a month were completed, beside how many were uploaded: it only grows, so that deleting a
-- document rewrites no month that is over, and no success rate.
ALTER TABLE monthly_usage ADD COLUMN completed integer NOT NULL DEFAULT 0;

-- The trail keeps what was deleted, so the months until now are counted from it.
INSERT INTO monthly_usage (account_id, month, completed)
SELECT account_id, month, count(*)
  FROM (SELECT DISTINCT done.account_id, done.document_id,
               date_trunc('month', begun.occurred_at AT TIME ZONE 'UTC')::date AS month
          FROM events AS done
          JOIN events AS begun ON begun.account_id = done.account_id AND begun.document_id = done.document_id AND begun.seq = 1
         WHERE done.type = 'document_completed') AS completed
 GROUP BY account_id, month
ON CONFLICT (account_id, month) DO UPDATE SET completed = excluded.completed;

CREATE FUNCTION count_completed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO monthly_usage (account_id, month, completed)
  VALUES (NEW.account_id, date_trunc('month', NEW.created_at AT TIME ZONE 'UTC'), 1)
  ON CONFLICT (account_id, month) DO UPDATE SET completed = monthly_usage.completed + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER documents_completed_first AFTER INSERT ON documents
  FOR EACH ROW WHEN (NEW.status = 'completed') EXECUTE FUNCTION count_completed();
CREATE TRIGGER documents_completed_now AFTER UPDATE OF status ON documents
  FOR EACH ROW WHEN (NEW.status = 'completed' AND OLD.status <> 'completed') EXECUTE FUNCTION count_completed();

-- Which member asked the payment provider for something that has not been read back yet: what comes of it is theirs
-- in the audit trail, whether it is read by their own request or by the provider's event.
ALTER TABLE subscriptions
  ADD COLUMN asked_by uuid,
  ADD COLUMN asked_ip text,
  ADD COLUMN asked_at timestamptz;

-- Of a plan: from which, to which, and until when; said in the reader's own language.
ALTER TABLE account_events ADD COLUMN plan jsonb;
