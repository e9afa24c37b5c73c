-- What happened to an account itself: its plan, and how its members sign in. Not chained, since no document and no
-- seal rests on it; written in the transaction of the act, and kept as long as the account.
CREATE TABLE account_events (
  account_id   uuid        NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  id           uuid        NOT NULL,
  type         text        NOT NULL,
  occurred_at  timestamptz NOT NULL,
  -- Who did it, by the name and address of that day; null when it was read from the payment provider.
  user_id      uuid,
  name         text,
  email        text,
  ip           text,
  -- From which plan to which, until when, or the name of a passkey.
  detail       text,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX account_events_newest ON account_events (account_id, occurred_at DESC, id);
