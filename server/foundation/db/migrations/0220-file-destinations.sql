-- Places outside the service that get the final file of every completed document of an account.
CREATE TABLE file_destinations (
  account_id      uuid        NOT NULL REFERENCES accounts (id),
  id              uuid        NOT NULL,
  created_by      uuid        NOT NULL,
  name            text        NOT NULL,
  -- core/destination/kinds.ts
  place           jsonb       NOT NULL,
  -- Password, private key or secret key; encrypted, and bound to this row.
  secret          text        NOT NULL,
  pattern         text        NOT NULL,
  -- The hours of delivery; null for always.
  hours           jsonb,
  state           text        NOT NULL DEFAULT 'on' CHECK (state IN ('on', 'off')),
  disabled_reason text        CHECK (disabled_reason IN ('member', 'failing', 'plan')),
  -- Failures in a row, the time of the first one, and the last reason.
  failures        integer     NOT NULL DEFAULT 0,
  failing_since   timestamptz,
  problem         text,
  problem_detail  text,
  next_try_at     timestamptz NOT NULL,
  notified_at     timestamptz,
  created_at      timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, created_by) REFERENCES users (account_id, id),
  CHECK ((state = 'off') = (disabled_reason IS NOT NULL))
);

CREATE TABLE file_deliveries (
  account_id     uuid        NOT NULL,
  destination_id uuid        NOT NULL,
  document_id    uuid        NOT NULL,
  state          text        NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  -- Attempts, each claimed by raising the number.
  attempts       integer     NOT NULL DEFAULT 0,
  -- Failures because of this file, not of the destination.
  failures       integer     NOT NULL DEFAULT 0,
  failing_since  timestamptz,
  problem        text,
  problem_detail text,
  next_try_at    timestamptz NOT NULL,
  delivered_at   timestamptz,
  file_sha256    text,
  PRIMARY KEY (account_id, destination_id, document_id),
  FOREIGN KEY (account_id, destination_id) REFERENCES file_destinations (account_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, document_id) REFERENCES documents (account_id, id) ON DELETE CASCADE
);
CREATE INDEX file_deliveries_due ON file_deliveries (account_id, destination_id, next_try_at)
  WHERE state = 'waiting';
CREATE INDEX file_deliveries_by_document ON file_deliveries (account_id, document_id);

CREATE TRIGGER file_destinations_hint AFTER INSERT OR UPDATE OR DELETE ON file_destinations
  FOR EACH ROW EXECUTE FUNCTION hint_subject('webhooks');
CREATE TRIGGER file_deliveries_hint AFTER UPDATE ON file_deliveries
  FOR EACH ROW WHEN (NEW.state <> OLD.state) EXECUTE FUNCTION hint_subject('webhooks');
