-- Who may send in the name of an address: whoever has shown that its mail reaches them. For people of another
-- provider it is that provider's email_verified, or a mail of ours; so it is kept with the user, whoever that is.
ALTER TABLE users ADD COLUMN email_confirmed_at timestamptz;
UPDATE users SET email_confirmed_at = identities.email_confirmed_at
  FROM identities
  WHERE users.issuer = 'embedded' AND users.subject = identities.id::text
    AND lower(users.email) = lower(identities.email);

-- A bulk send goes on when whoever began it has gone; the trail still says from where it was begun. Forgotten
-- with what the rows say of people.
ALTER TABLE bulk_sends ADD COLUMN started_from jsonb;
