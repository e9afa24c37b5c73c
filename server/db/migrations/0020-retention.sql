-- What is kept for a while only is found by its age.
CREATE INDEX idempotent_answers_by_age ON idempotent_answers (created_at);
