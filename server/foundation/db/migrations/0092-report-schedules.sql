-- Audit reports that are mailed by themselves, to the member who asked for them.
CREATE TABLE report_schedules (
  account_id  uuid        PRIMARY KEY REFERENCES accounts (id),
  every       text        NOT NULL CHECK (every IN ('week', 'month')),
  user_id     uuid        NOT NULL,
  -- The end of the period that is reported next, and so when.
  next_at     timestamptz NOT NULL,
  FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id)
);
CREATE INDEX report_schedules_due ON report_schedules (next_at);

-- One a period, however often the clock's work is done.
CREATE TABLE report_mails (
  account_id   uuid        NOT NULL REFERENCES accounts (id),
  id           uuid        NOT NULL,
  every        text        NOT NULL,
  user_id      uuid        NOT NULL,
  period_from  timestamptz NOT NULL,
  period_to    timestamptz NOT NULL,
  state        text        NOT NULL DEFAULT 'queued'
               CHECK (state IN ('queued', 'accepted', 'written', 'deferred', 'bounced', 'left')),
  attempts     integer     NOT NULL DEFAULT 0,
  reply        text,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, every, period_from),
  FOREIGN KEY (account_id, user_id) REFERENCES users (account_id, id)
);
