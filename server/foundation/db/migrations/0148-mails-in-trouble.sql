-- The operator's page and every look of a monitor ask for the mails that have not arrived, among all that were ever sent.
CREATE INDEX mails_in_trouble ON mails (created_at DESC) WHERE state IN ('deferred', 'bounced', 'blocked');
