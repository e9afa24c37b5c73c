-- Whether emails about completed documents carry a link only, and not the sealed file.
ALTER TABLE accounts ADD COLUMN copies_as_links boolean NOT NULL DEFAULT false;
