-- Templates: a file, its fields, and roles in the place of people. A template is a copy: it shares no row with
-- the document it was made from or with the drafts made from it, so that none of them changes the others.

CREATE TABLE templates (
  account_id       uuid        NOT NULL REFERENCES accounts (id),
  id               uuid        NOT NULL,
  created_by       uuid        NOT NULL,
  name             text        NOT NULL,
  description      text        NOT NULL,
  category         text        NOT NULL DEFAULT 'General'
                   CHECK (category IN ('General', 'Legal', 'HR', 'Business', 'Finance')),
  file_name        text,
  media_type       text,
  original_sha256  text,
  original_size    bigint,
  base_sha256      text,
  base_size        bigint,
  pages            jsonb,
  created_at       timestamptz NOT NULL DEFAULT now(),
  updated_at       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id),
  -- A template has its whole file or none yet.
  CHECK (num_nulls(file_name, media_type, original_sha256, original_size, base_sha256, base_size, pages) IN (0, 7))
);
CREATE INDEX templates_newest ON templates (account_id, created_at DESC, id DESC);

CREATE TABLE template_roles (
  account_id   uuid    NOT NULL,
  template_id  uuid    NOT NULL,
  id           uuid    NOT NULL,
  position     integer NOT NULL,
  turn         integer NOT NULL DEFAULT 1,
  name         text    NOT NULL,
  role         text    NOT NULL DEFAULT 'signer' CHECK (role IN ('signer', 'approver', 'viewer', 'cc')),
  PRIMARY KEY (account_id, template_id, id),
  FOREIGN KEY (account_id, template_id) REFERENCES templates (account_id, id) ON DELETE CASCADE
);

CREATE TABLE template_fields (
  account_id   uuid    NOT NULL,
  template_id  uuid    NOT NULL,
  id           uuid    NOT NULL,
  position     integer NOT NULL,
  role_id      uuid,
  type         text    NOT NULL,
  page         integer NOT NULL CHECK (page >= 1),
  x            double precision NOT NULL,
  y            double precision NOT NULL,
  width        double precision NOT NULL,
  height       double precision NOT NULL,
  required     boolean NOT NULL DEFAULT true,
  label        text    NOT NULL DEFAULT '',
  PRIMARY KEY (account_id, template_id, id),
  FOREIGN KEY (account_id, template_id) REFERENCES templates (account_id, id) ON DELETE CASCADE
);

-- How many templates an account has: the row that decides when two are made at once and one is left.
CREATE TABLE template_usage (
  account_id  uuid    PRIMARY KEY REFERENCES accounts (id),
  templates   integer NOT NULL DEFAULT 0
);
