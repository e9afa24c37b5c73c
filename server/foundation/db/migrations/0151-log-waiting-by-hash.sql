-- Verifiers ask whether an event is recorded here, by its hash. One that the log has not taken in yet is in log_waiting.
CREATE INDEX log_waiting_by_hash ON log_waiting (hash);
