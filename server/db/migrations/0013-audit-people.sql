-- Who is named in the trail: the audit list finds a person among the people of an account, of whom there are few,
-- and from there their events, instead of looking through every event.
CREATE INDEX event_values_naming ON event_values (account_id, value, document_id, seq)
  WHERE name IN ('actor', 'actorEmail', 'recipient', 'recipientEmail');
