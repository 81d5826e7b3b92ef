-- When the booking was asked for is kept with its visits, so that the newest bookings of a technician, or of some days, are found
-- in an index alone (docs/decisions/0063-visits-know-their-booking.md), as the trade is (0109).

CREATE FUNCTION requested_of_booking(booking uuid) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT requested_at FROM bookings WHERE id = booking);
END $$;

DROP INDEX visits_by_start;
DROP INDEX visits_of_booking;
ALTER TABLE visits ADD COLUMN requested_at timestamptz;
-- In one pass over the table, which an UPDATE would leave twice as large, having told every trigger of every visit.
ALTER TABLE visits ALTER COLUMN requested_at TYPE timestamptz USING requested_of_booking(booking_id);
DROP FUNCTION requested_of_booking;
CREATE INDEX visits_by_start ON visits (starts_at)
  INCLUDE (technician_id, booking_id, state, ends_at, lead_id, trade, requested_at) WHERE live;
CREATE INDEX visits_by_request ON visits (technician_id, requested_at, booking_id) INCLUDE (state, came_back) WHERE live;
-- Also the last visit of a booking, as lists show it.
CREATE INDEX visits_of_booking ON visits (booking_id, starts_at, id) INCLUDE (live, lead_id);

-- Whatever is written, a visit has its booking's. One that is placed before its booking is written keeps what it was given until then.
-- Whoever changes the booking's trade at the same moment waits, or is waited for.
CREATE FUNCTION visit_knows_booking() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  booking record;
BEGIN
  SELECT coalesce(trade_id, service_id) AS trade, requested_at INTO booking FROM bookings WHERE id = NEW.booking_id FOR SHARE;
  IF FOUND THEN
    NEW.trade := booking.trade;
    NEW.requested_at := booking.requested_at;
  END IF;
  RETURN NEW;
END $$;
DROP TRIGGER visits_know_trade ON visits;
DROP FUNCTION visit_knows_trade;
-- By its name it goes after visits_beside_follow, which says whose booking it is.
CREATE TRIGGER visits_know_booking BEFORE INSERT OR UPDATE OF booking_id, trade, requested_at ON visits
  FOR EACH ROW EXECUTE FUNCTION visit_knows_booking();

CREATE FUNCTION tell_visits_booking() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE visits SET trade = coalesce(NEW.trade_id, NEW.service_id), requested_at = NEW.requested_at
    WHERE booking_id = NEW.id
      AND (trade, requested_at) IS DISTINCT FROM (coalesce(NEW.trade_id, NEW.service_id), NEW.requested_at);
  RETURN NULL;
END $$;
DROP TRIGGER bookings_tell_trade_new ON bookings;
DROP TRIGGER bookings_tell_trade ON bookings;
DROP FUNCTION tell_visits_trade;
CREATE TRIGGER bookings_tell_visits_new AFTER INSERT ON bookings FOR EACH ROW EXECUTE FUNCTION tell_visits_booking();
CREATE TRIGGER bookings_tell_visits AFTER UPDATE OF trade_id, service_id, requested_at ON bookings FOR EACH ROW
  WHEN ((coalesce(NEW.trade_id, NEW.service_id), NEW.requested_at) IS DISTINCT FROM (coalesce(OLD.trade_id, OLD.service_id), OLD.requested_at))
  EXECUTE FUNCTION tell_visits_booking();
