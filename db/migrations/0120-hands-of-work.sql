-- How many people the work of a booking takes, said before anybody is sent: each of its visits begins with it
-- (docs/decisions/0066-hands-before-a-visit.md).
ALTER TABLE bookings ADD COLUMN hands smallint NOT NULL DEFAULT 1 CONSTRAINT bookings_hands_few CHECK (hands BETWEEN 1 AND 3);

-- As before; and a new visit takes as many people as the work.
CREATE OR REPLACE FUNCTION visit_knows_booking() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  booking record;
BEGIN
  SELECT coalesce(trade_id, service_id) AS trade, requested_at, hands INTO booking FROM bookings WHERE id = NEW.booking_id FOR SHARE;
  IF FOUND THEN
    NEW.trade := booking.trade;
    NEW.requested_at := booking.requested_at;
    IF TG_OP = 'INSERT' AND NEW.lead_id IS NULL THEN
      NEW.hands := greatest(NEW.hands, booking.hands);
    END IF;
  END IF;
  RETURN NEW;
END $$;
