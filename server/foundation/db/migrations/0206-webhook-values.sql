-- Whether the webhooks of an endpoint contain the values of recipients who have signed.
ALTER TABLE webhook_endpoints ADD COLUMN include_values boolean NOT NULL DEFAULT false;
