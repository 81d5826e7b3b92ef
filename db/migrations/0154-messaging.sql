-- transaction: none
-- Conversations list the messages that were sent to the customer, newest first.
DROP INDEX CONCURRENTLY IF EXISTS messages_recipient_created_at_id_idx;
CREATE INDEX CONCURRENTLY messages_recipient_created_at_id_idx ON messages (recipient, created_at DESC, id DESC);
