-- Whether links that senders deliver themselves need an access code, an emailed code or a passkey.
ALTER TABLE accounts ADD COLUMN links_protected boolean NOT NULL DEFAULT false;
