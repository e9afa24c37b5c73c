-- Where an account wants to be told what happens to its documents.
CREATE TABLE webhook_endpoints (
  account_id       uuid        NOT NULL REFERENCES accounts (id),
  id               uuid        NOT NULL,
  created_by       uuid        NOT NULL,
  url              text        NOT NULL,
  -- The kinds of event that are told, as core/webhook/events.ts lists them.
  kinds            jsonb       NOT NULL,
  -- Both encrypted, and bound to this row. The one before still signs while receivers change over to the new one.
  secret           text        NOT NULL,
  old_secret       text,
  old_secret_until timestamptz,
  state            text        NOT NULL DEFAULT 'on' CHECK (state IN ('on', 'off')),
  -- Who or what switched it off: a member, too many failures, its own answer that it is gone, or the plan.
  off_because      text        CHECK (off_because IN ('member', 'failing', 'gone', 'plan')),
  -- Since when no delivery has succeeded; null after a success.
  failing_since    timestamptz,
  -- When a mail last said that something was not delivered.
  told_at          timestamptz,
  created_at       timestamptz NOT NULL,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, created_by) REFERENCES users (account_id, id),
  CHECK ((old_secret IS NULL) = (old_secret_until IS NULL)),
  CHECK ((state = 'off') = (off_because IS NOT NULL))
);

-- An event as it is told, the same bytes to every endpoint and at every try.
CREATE TABLE webhook_events (
  account_id  uuid        NOT NULL REFERENCES accounts (id),
  id          uuid        NOT NULL,
  kind        text        NOT NULL,
  document_id uuid,
  body        text        NOT NULL,
  occurred_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX webhook_events_by_age ON webhook_events (occurred_at);

CREATE TABLE webhook_deliveries (
  account_id  uuid        NOT NULL,
  endpoint_id uuid        NOT NULL,
  event_id    uuid        NOT NULL,
  state       text        NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  -- Since the event, or since it was last replayed; and all there ever were.
  tries       integer     NOT NULL DEFAULT 0,
  attempts    integer     NOT NULL DEFAULT 0,
  -- While an attempt is under way this is when it counts as lost, and the delivery is tried again.
  next_try_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, endpoint_id, event_id),
  FOREIGN KEY (account_id, endpoint_id) REFERENCES webhook_endpoints (account_id, id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, event_id) REFERENCES webhook_events (account_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (account_id, endpoint_id, next_try_at)
  WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries (account_id, event_id);

CREATE TABLE webhook_attempts (
  account_id  uuid        NOT NULL,
  endpoint_id uuid        NOT NULL,
  event_id    uuid        NOT NULL,
  number      integer     NOT NULL,
  at          timestamptz NOT NULL,
  took_ms     integer     NOT NULL,
  status      integer,
  -- The beginning of what was answered.
  answer      text        NOT NULL,
  -- Why there was no answer, as a code.
  problem     text,
  PRIMARY KEY (account_id, endpoint_id, event_id, number),
  FOREIGN KEY (account_id, endpoint_id, event_id)
    REFERENCES webhook_deliveries (account_id, endpoint_id, event_id) ON DELETE CASCADE,
  CHECK ((status IS NULL) = (problem IS NOT NULL))
);

CREATE TRIGGER webhook_endpoints_hint AFTER INSERT OR UPDATE OR DELETE ON webhook_endpoints
  FOR EACH ROW EXECUTE FUNCTION hint_subject('webhooks');
CREATE TRIGGER webhook_deliveries_hint AFTER UPDATE ON webhook_deliveries
  FOR EACH ROW WHEN (NEW.state <> OLD.state) EXECUTE FUNCTION hint_subject('webhooks');
CREATE TRIGGER webhook_attempts_hint AFTER INSERT ON webhook_attempts
  FOR EACH ROW EXECUTE FUNCTION hint_subject('webhooks');
