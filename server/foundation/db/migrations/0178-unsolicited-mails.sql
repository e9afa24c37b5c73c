-- The mailbox that an address is read in, as far as the address shows: lower case, without a plus tag, and without the dots
-- that Gmail ignores. For counting only; emails go to the address as it was typed.
CREATE FUNCTION mailbox_of(address text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT CASE WHEN domain IN ('gmail.com', 'googlemail.com') THEN replace(local, '.', '') || '@gmail.com'
    ELSE local || '@' || domain END
  FROM (
    SELECT coalesce(nullif(split_part(whole, '+', 1), ''), whole) AS local, domain
    FROM (
      SELECT coalesce(substring(plain FROM '^(.*)@'), '') AS whole, substring(plain FROM '[^@]*$') AS domain
      FROM (SELECT lower(normalize(address, NFC)) AS plain) AS lowered
    ) AS cut
  ) AS parts
$$;

-- Emails that the reader of a mailbox did not cause, kept for a day. The mailbox is a hash: only counting needs it.
CREATE TABLE unsolicited_mails (
  mailbox text        NOT NULL,
  kind    text        NOT NULL,
  sent_at timestamptz NOT NULL
);
CREATE INDEX unsolicited_mails_by_mailbox ON unsolicited_mails (mailbox, sent_at);
CREATE INDEX unsolicited_mails_by_time ON unsolicited_mails (sent_at);

-- Strangers are counted by mailbox: a plus tag is no other reader.
DROP INDEX mails_to_address;
CREATE INDEX mails_to_mailbox ON mails (mailbox_of(to_address), due_at) WHERE kind IN ('invitation', 'reminder');
DROP INDEX recipients_who_opened;
CREATE INDEX recipients_who_opened ON recipients (account_id, mailbox_of(email)) WHERE opened_at IS NOT NULL;
