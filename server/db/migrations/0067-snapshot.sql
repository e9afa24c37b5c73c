-- A bulk send keeps its template as it was when the file was looked at: the word for that is snapshot.
ALTER TABLE bulk_sends RENAME COLUMN mould TO snapshot;
