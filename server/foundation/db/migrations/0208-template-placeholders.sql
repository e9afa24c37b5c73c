-- Placeholders of a template's Word file, which are filled in for each document, and the places of its anchors.
ALTER TABLE templates ADD COLUMN merge jsonb;
