-- Live update for the open pages of the customer who owns the record: '<event type> <user id>'.
CREATE FUNCTION notify_record_owner() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owner_id uuid;
BEGIN
  owner_id := CASE NEW.subject_type
    WHEN 'booking' THEN (SELECT user_id FROM bookings WHERE id = NEW.subject_id::uuid)
    WHEN 'contract' THEN (SELECT user_id FROM customers
      WHERE id = (SELECT customer_id FROM contracts WHERE id = NEW.subject_id::uuid))
    WHEN 'quote' THEN (SELECT user_id FROM customers
      WHERE id = (SELECT customer_id FROM quotes WHERE id = NEW.subject_id::uuid))
    WHEN 'invoice' THEN (SELECT user_id FROM customers
      WHERE id = (SELECT customer_id FROM invoices WHERE id = NEW.subject_id::uuid))
    WHEN 'payment' THEN (SELECT user_id FROM customers
      WHERE id = (SELECT customer_id FROM payments WHERE id = NEW.subject_id::uuid))
  END;
  IF owner_id IS NOT NULL THEN
    PERFORM pg_notify('events', NEW.type || ' ' || owner_id);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER notify_record_owner AFTER INSERT ON outbox FOR EACH ROW
  WHEN (NEW.subject_type IN ('booking', 'contract', 'quote', 'invoice', 'payment'))
  EXECUTE FUNCTION notify_record_owner();
