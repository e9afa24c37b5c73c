-- Messages to whoever runs this installation. Kept whatever becomes of the mail, so that none is lost. A visitor
-- has no account: those rows belong to the installation, and the table is not sharded by account.

CREATE TABLE support_messages (
  id           uuid        PRIMARY KEY,
  account_id   uuid,
  user_id      uuid,
  name         text        NOT NULL,
  email        text        NOT NULL,
  topic        text        NOT NULL,
  message      text        NOT NULL,
  state        text        NOT NULL DEFAULT 'queued'
               CHECK (state IN ('queued', 'accepted', 'deferred', 'bounced')),
  attempts     integer     NOT NULL DEFAULT 0,
  reply        text,
  created_at   timestamptz NOT NULL DEFAULT now(),
  accepted_at  timestamptz,
  FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id)
);
CREATE INDEX support_messages_by_account ON support_messages (account_id, created_at DESC);

-- For the status of the installation: seals that wait, without looking at every document.
CREATE INDEX documents_with_seal_problem ON documents (account_id, id)
  WHERE status = 'sealing' AND seal_problem IS NOT NULL;
