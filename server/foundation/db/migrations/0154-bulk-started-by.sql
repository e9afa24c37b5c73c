-- The member who began a bulk send, by name and address of that time: another member may go on with it. Null of those from
-- before this was kept.
ALTER TABLE bulk_sends ADD COLUMN started_by jsonb;
