-- Somebody asks what is held about an address. The link in the mail is derived from the id, and works for a day.
CREATE TABLE own_data_asks (
  id        uuid        PRIMARY KEY,
  email     text        NOT NULL,
  language  text        NOT NULL,
  asked_at  timestamptz NOT NULL,
  state     text        NOT NULL DEFAULT 'queued'
            CHECK (state IN ('queued', 'accepted', 'written', 'deferred', 'bounced'))
);
CREATE INDEX own_data_asks_by_address ON own_data_asks (lower(email), asked_at);
CREATE INDEX own_data_asks_by_time ON own_data_asks (asked_at);
