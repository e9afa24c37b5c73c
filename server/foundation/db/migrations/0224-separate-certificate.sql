-- Whether the certificate is a separate sealed PDF and not part of the sealed file. That PDF is in sealed_files.
ALTER TABLE documents ADD COLUMN separate_certificate boolean NOT NULL DEFAULT false;
ALTER TABLE templates ADD COLUMN separate_certificate boolean NOT NULL DEFAULT false;
