-- The trade of a visit's work is kept with the visit, so that a month of the board is read from an index alone
-- (docs/decisions/0057-a-million-again.md): what was booked; of an emergency what it turned out to be.

CREATE FUNCTION trade_of_booking(booking uuid) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT coalesce(trade_id, service_id) FROM bookings WHERE id = booking);
END $$;

DROP INDEX visits_by_start;
ALTER TABLE visits ADD COLUMN trade text;
-- In one pass over the table, which an UPDATE would leave twice as large, having told every trigger of every visit.
ALTER TABLE visits ALTER COLUMN trade TYPE text USING trade_of_booking(booking_id);
CREATE INDEX visits_by_start ON visits (starts_at) INCLUDE (technician_id, booking_id, state, ends_at, lead_id, trade) WHERE live;
DROP FUNCTION trade_of_booking;

-- Whatever is written, a visit has its booking's. One that is placed before its booking is written keeps what it was given until then.
-- Whoever changes the booking's at the same moment waits, or is waited for.
CREATE FUNCTION visit_knows_trade() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.trade := coalesce(
    (SELECT coalesce(trade_id, service_id) FROM bookings WHERE id = NEW.booking_id FOR SHARE), NEW.trade);
  RETURN NEW;
END $$;
-- By its name it goes after visits_beside_follow, which says whose booking it is.
CREATE TRIGGER visits_know_trade BEFORE INSERT OR UPDATE OF booking_id, trade ON visits
  FOR EACH ROW EXECUTE FUNCTION visit_knows_trade();

CREATE FUNCTION tell_visits_trade() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE visits SET trade = coalesce(NEW.trade_id, NEW.service_id)
    WHERE booking_id = NEW.id AND trade IS DISTINCT FROM coalesce(NEW.trade_id, NEW.service_id);
  RETURN NULL;
END $$;
CREATE TRIGGER bookings_tell_trade_new AFTER INSERT ON bookings FOR EACH ROW EXECUTE FUNCTION tell_visits_trade();
CREATE TRIGGER bookings_tell_trade AFTER UPDATE OF trade_id, service_id ON bookings FOR EACH ROW
  WHEN (coalesce(NEW.trade_id, NEW.service_id) <> coalesce(OLD.trade_id, OLD.service_id)) EXECUTE FUNCTION tell_visits_trade();

-- What may wait for somebody to be sent, in the order in which it is read: few, however many bookings there were.
CREATE INDEX bookings_waiting ON bookings (state) INCLUDE (id, emergency, requested_at, preferred_date, preferred_time)
  WHERE state IN ('requested', 'confirmed', 'on_hold', 'no_access');
