-- How long documents took from sending to completion, for the dashboard, without looking at the documents themselves.
CREATE INDEX documents_completed ON documents (account_id, completed_at) INCLUDE (sent_at)
  WHERE status = 'completed' AND NOT test;
