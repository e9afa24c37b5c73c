-- Bulk send: one document for each row of a CSV file, made of a template. The batch keeps the template as it was
-- when its sender looked at the preview, so that nothing that changes meanwhile is sent without having been seen.

CREATE TABLE bulk_sends (
  account_id       uuid        NOT NULL,
  id               uuid        NOT NULL,
  created_by       uuid        NOT NULL,
  template_id      uuid        NOT NULL,
  -- Name, file, roles and fields.
  mould            jsonb       NOT NULL,
  -- Of its file, so that nobody takes the bytes away as long as rows wait for them.
  original_sha256  text        NOT NULL,
  base_sha256      text        NOT NULL,
  file_name        text        NOT NULL,
  signing_order    text        NOT NULL CHECK (signing_order IN ('parallel', 'sequential')),
  expiration_days  integer     NOT NULL,
  state            text        NOT NULL DEFAULT 'running'
                   CHECK (state IN ('running', 'paused', 'done', 'cancelled')),
  -- The code of the refusal that paused it; null when its sender did.
  paused_by        text,
  created_at       timestamptz NOT NULL,
  finished_at      timestamptz,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, created_by) REFERENCES users (account_id, id)
);
CREATE INDEX bulk_sends_newest ON bulk_sends (account_id, template_id, created_at DESC);
CREATE INDEX bulk_sends_file ON bulk_sends (base_sha256) WHERE state IN ('running', 'paused');

-- A row becomes its document, is sent, and is marked in one transaction: (bulk_id, line) is sent once or not at all.
CREATE TABLE bulk_rows (
  account_id   uuid    NOT NULL,
  bulk_id      uuid    NOT NULL,
  -- Of the file, from 1.
  line         integer NOT NULL,
  -- { people: [{ roleId, email, name }], values: { label: value } }
  cells        jsonb   NOT NULL,
  title        text    NOT NULL,
  message      text    NOT NULL,
  state        text    NOT NULL DEFAULT 'waiting'
               CHECK (state IN ('waiting', 'sent', 'failed', 'cancelled', 'refused', 'skipped')),
  problem      text,
  detail       text,
  -- The numbers and names in that sentence, for other languages.
  parameters   jsonb,
  document_id  uuid,
  PRIMARY KEY (account_id, bulk_id, line),
  FOREIGN KEY (account_id, bulk_id) REFERENCES bulk_sends (account_id, id) ON DELETE CASCADE,
  CHECK ((state = 'sent') = (document_id IS NOT NULL))
);
CREATE INDEX bulk_rows_by_state ON bulk_rows (account_id, bulk_id, state, line);

CREATE FUNCTION hint_bulk() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', NEW.account_id || ' bulk ' || NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER bulk_sends_hint AFTER INSERT OR UPDATE ON bulk_sends
  FOR EACH ROW EXECUTE FUNCTION hint_bulk();

CREATE FUNCTION hint_bulk_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', NEW.account_id || ' bulk ' || NEW.bulk_id);
  RETURN NULL;
END $$;
CREATE TRIGGER bulk_rows_hint AFTER UPDATE ON bulk_rows
  FOR EACH ROW EXECUTE FUNCTION hint_bulk_row();
