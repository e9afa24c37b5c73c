-- A delivery report from outside names a mail by its id and knows no account.
CREATE INDEX mails_by_id ON mails (id);
