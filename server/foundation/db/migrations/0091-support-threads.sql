-- Messages to support as a queue of the operator: by whom, what was promised, what was answered, and what is done.
ALTER TABLE support_messages
  -- As they were when it was written; nothing of a visitor.
  ADD COLUMN plan text,
  ADD COLUMN role text,
  -- Answered before those of others.
  ADD COLUMN priority boolean NOT NULL DEFAULT false,
  -- Until when an answer was promised.
  ADD COLUMN due_at timestamptz,
  -- When somebody last waited for an answer, and since when nobody does.
  ADD COLUMN waits_since timestamptz,
  ADD COLUMN closed_at timestamptz;

UPDATE support_messages SET due_at = created_at + interval '24 hours', waits_since = created_at;
ALTER TABLE support_messages ALTER COLUMN due_at SET NOT NULL;

-- What the operator sees first: what waits, priority before others, the oldest first.
CREATE INDEX support_messages_waiting ON support_messages (priority DESC, waits_since, id)
  WHERE closed_at IS NULL AND waits_since IS NOT NULL;
CREATE INDEX support_messages_newest ON support_messages (created_at DESC, id DESC);

-- What was said after the message: by the operator, mailed to the address in the message, and by the account holder
-- who wrote it, mailed to the operator. Belongs to the installation as the messages do.
CREATE TABLE support_replies (
  message_id   uuid        NOT NULL REFERENCES support_messages (id) ON DELETE CASCADE,
  id           uuid        NOT NULL UNIQUE,
  author       text        NOT NULL CHECK (author IN ('operator', 'writer')),
  -- The member of the operator's who answered; they are shown to nobody but other operators.
  account_id   uuid        NOT NULL,
  user_id      uuid        NOT NULL,
  body         text        NOT NULL,
  state        text        NOT NULL DEFAULT 'queued'
               CHECK (state IN ('queued', 'accepted', 'written', 'deferred', 'bounced')),
  attempts     integer     NOT NULL DEFAULT 0,
  reply        text,
  created_at   timestamptz NOT NULL,
  accepted_at  timestamptz,
  PRIMARY KEY (message_id, id),
  FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id)
);
