-- A Merkle tree over all events (RFC 9162), so that nobody can rewrite what happened without every head that was given
-- out before saying so, the owner of this database included. The leaves are the hashes of the events, which have that
-- form already, and nothing but hashes stands here.

-- Events that are not in the tree yet: written with them, and so there once their transaction is there.
CREATE TABLE log_waiting (
  id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  hash  text NOT NULL
);

CREATE FUNCTION await_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO log_waiting (hash) SELECT hash FROM added ORDER BY seq;
  RETURN NULL;
END $$;
CREATE TRIGGER events_await_the_log AFTER INSERT ON events
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION await_log();

INSERT INTO log_waiting (hash) SELECT hash FROM events ORDER BY occurred_at, document_id, seq;

CREATE TABLE log_leaves (
  position  bigint PRIMARY KEY,
  hash      text   NOT NULL
);
CREATE INDEX log_leaves_by_hash ON log_leaves (hash);

-- The inner nodes that can change no more: each over 2^level leaves.
CREATE TABLE log_nodes (
  level     smallint NOT NULL,
  position  bigint   NOT NULL,
  hash      text     NOT NULL,
  PRIMARY KEY (level, position)
);

-- Every head that was signed, as it was given out, and the key that signed it.
CREATE TABLE log_heads (
  size        bigint      PRIMARY KEY,
  checkpoint  text        NOT NULL,
  key         text        NOT NULL,
  signed_at   timestamptz NOT NULL
);

-- Of some of them the word of an authority (RFC 3161) that they were there: over the text of the checkpoint.
CREATE TABLE log_anchors (
  size        bigint      PRIMARY KEY REFERENCES log_heads (size),
  token       bytea       NOT NULL,
  stamped_at  timestamptz NOT NULL
);

CREATE TRIGGER log_leaves_only_grow BEFORE UPDATE OR DELETE ON log_leaves
  FOR EACH ROW EXECUTE FUNCTION refuse_trail_change();
CREATE TRIGGER log_leaves_are_never_truncated BEFORE TRUNCATE ON log_leaves
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_trail_change();
CREATE TRIGGER log_nodes_only_grow BEFORE UPDATE OR DELETE ON log_nodes
  FOR EACH ROW EXECUTE FUNCTION refuse_trail_change();
CREATE TRIGGER log_nodes_are_never_truncated BEFORE TRUNCATE ON log_nodes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_trail_change();
CREATE TRIGGER log_heads_only_grow BEFORE UPDATE OR DELETE ON log_heads
  FOR EACH ROW EXECUTE FUNCTION refuse_trail_change();
CREATE TRIGGER log_heads_are_never_truncated BEFORE TRUNCATE ON log_heads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_trail_change();
CREATE TRIGGER log_anchors_only_grow BEFORE UPDATE OR DELETE ON log_anchors
  FOR EACH ROW EXECUTE FUNCTION refuse_trail_change();
CREATE TRIGGER log_anchors_are_never_truncated BEFORE TRUNCATE ON log_anchors
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_trail_change();
