-- A passkey as a stronger factor of a signature: its assertion over the document's hash is part of the trail, in the
-- event beside the signature. Here is only what the sender asks for, and which passkeys a mailbox has used before.

ALTER TABLE recipients
  ADD COLUMN passkey text NOT NULL DEFAULT 'none' CHECK (passkey IN ('none', 'offered', 'required'));

-- Written in the transaction of the signature that it confirmed, never before: there is no passkey that has signed
-- nothing. Each account knows its own, so that no sender learns where else somebody has signed.
CREATE TABLE signer_passkeys (
  account_id    uuid        NOT NULL REFERENCES accounts (id),
  id            text        NOT NULL,
  -- In lower case.
  email         text        NOT NULL,
  public_key    text        NOT NULL,
  counter       bigint      NOT NULL,
  transports    jsonb       NOT NULL,
  created_at    timestamptz NOT NULL,
  last_used_at  timestamptz NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX signer_passkeys_by_mailbox ON signer_passkeys (account_id, email);
