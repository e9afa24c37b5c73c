-- Which pages of the converted file were removed, moved or rotated, so that filling in its placeholders keeps the edits.
ALTER TABLE documents ADD COLUMN page_edits jsonb;
ALTER TABLE templates ADD COLUMN page_edits jsonb;
