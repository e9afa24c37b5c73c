-- The ids of the files that a person who receives a copy gets; null for all of them.
ALTER TABLE recipients ADD COLUMN only_files jsonb CHECK (only_files IS NULL OR role = 'cc');
ALTER TABLE template_roles ADD COLUMN only_files jsonb CHECK (only_files IS NULL OR role = 'cc');
