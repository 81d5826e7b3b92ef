-- transaction: none
-- Conversations list the emails and messages that were sent to the customer, newest first.
DROP INDEX CONCURRENTLY IF EXISTS mails_recipient_created_at_id_idx;
CREATE INDEX CONCURRENTLY mails_recipient_created_at_id_idx ON mails (recipient, created_at DESC, id DESC);
