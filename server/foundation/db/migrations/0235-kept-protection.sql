-- A sent document keeps the protection of its links. Earlier ones get the present rule of their account.
ALTER TABLE documents ADD COLUMN links_protected boolean NOT NULL DEFAULT false;
UPDATE documents SET links_protected = true
 WHERE status = 'sent' AND account_id IN (SELECT id FROM accounts WHERE links_protected);

-- Whether only the link of the invitation confirmed the address of the person who joined.
ALTER TABLE member_invitations ADD COLUMN confirmed_address boolean NOT NULL DEFAULT false;

-- Everyone with an address is looked up when documents of other accounts are shown to one of them.
CREATE INDEX users_by_email ON users (lower(email));
