-- For each row, because deleting a user runs an empty statement on the writers.
DROP TRIGGER notify_inbox ON conversation_writers;
CREATE TRIGGER notify_inbox AFTER INSERT OR UPDATE OR DELETE ON conversation_writers
  FOR EACH ROW EXECUTE FUNCTION notify_inbox();
