-- What everybody has signed and no try to seal it has come to, found without looking at every document.
CREATE INDEX documents_being_sealed ON documents (updated_at) WHERE status = 'sealing' AND seal_problem IS NULL;
