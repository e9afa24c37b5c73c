-- Plans and payment. What an account may do is accounts.plan until plan_until; how it came to it is the copy of
-- the provider's state in subscriptions, which is written only from what was read from the provider.

-- '' until a plan was chosen (onboarding); its limits are those of Free. Past plan_until it is Free as well.
ALTER TABLE accounts ADD COLUMN plan_until timestamptz;

CREATE TABLE subscriptions (
  account_id       uuid        NOT NULL REFERENCES accounts (id),
  -- Which provider knows customer_id: the sandbox's customers mean nothing to Stripe, nor test ones to live ones.
  provider         text        NOT NULL,
  customer_id      text        NOT NULL,
  -- The subscription that counts, as read; null when there is none.
  read             jsonb,
  card             jsonb,
  -- Each reading takes a number when it begins, and an answer older than the one that is kept is thrown away.
  begun_readings   bigint      NOT NULL DEFAULT 0,
  kept_reading     bigint      NOT NULL DEFAULT 0,
  read_at          timestamptz,
  trial_used_at    timestamptz,
  -- Counts checkouts, so that two requests at once open the same one.
  checkouts        integer     NOT NULL DEFAULT 0,
  checkout         jsonb,
  PRIMARY KEY (account_id, provider),
  UNIQUE (provider, customer_id)
);

-- Open pages look again (server/live/hint.ts). A change of the plan itself is told by the account's own hint.
CREATE FUNCTION hint_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', NEW.account_id || ' account');
  RETURN NULL;
END $$;
CREATE TRIGGER subscriptions_hint AFTER UPDATE OF read, card ON subscriptions
  FOR EACH ROW WHEN ((NEW.read, NEW.card) IS DISTINCT FROM (OLD.read, OLD.card)) EXECUTE FUNCTION hint_subscription();

-- Each event of the provider is taken in once, however often it is delivered.
CREATE TABLE payment_events (
  provider     text        NOT NULL,
  id           text        NOT NULL,
  type         text        NOT NULL,
  received_at  timestamptz NOT NULL,
  PRIMARY KEY (provider, id)
);

-- The built-in sandbox: a payment provider of its own that happens to live in the same database. The product
-- never reads these tables; it asks the sandbox through the same calls as the real provider.
CREATE TABLE sandbox_customers (
  id           text        PRIMARY KEY,
  state        jsonb       NOT NULL,
  -- When time alone changes something next.
  next_due_at  timestamptz
);
CREATE INDEX sandbox_customers_due ON sandbox_customers (next_due_at) WHERE next_due_at IS NOT NULL;

CREATE TABLE sandbox_events (
  id            text        PRIMARY KEY,
  body          text        NOT NULL,
  created_at    timestamptz NOT NULL,
  delivered_at  timestamptz
);

CREATE TABLE sandbox_answers (
  key           text        PRIMARY KEY,
  request_hash  text        NOT NULL,
  status        integer     NOT NULL,
  body          text        NOT NULL,
  created_at    timestamptz NOT NULL
);
