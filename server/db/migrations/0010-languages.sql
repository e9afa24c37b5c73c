-- The language in which a recipient is written to, and in which their ceremony begins. NULL: nobody has said; the
-- mail is then in the sender's language, and the ceremony in the browser's.
ALTER TABLE recipients ADD COLUMN language text;

-- What a contact was last written to in, to be offered the next time.
ALTER TABLE contacts ADD COLUMN language text;
