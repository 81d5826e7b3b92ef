ALTER TABLE bookings
  -- How long the office says that the work takes; null: as long as its service does.
  ADD COLUMN duration_min integer CHECK (duration_min BETWEEN 15 AND 720),
  -- Counts how often the mailed link was ended, as it had gone to a wrong address.
  ADD COLUMN link_no integer NOT NULL DEFAULT 0;

-- Tells the phone of whoever has a visit of a booking that the booking changed, as it is told of a change of the visit:
-- where to go and whom to call stand there.
CREATE FUNCTION announce_booking_to_technicians() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', 'visit.changed ' || technicians.user_id)
    FROM visits JOIN technicians ON technicians.id = visits.technician_id
    WHERE visits.booking_id = NEW.id AND visits.live AND technicians.user_id IS NOT NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER bookings_announced_to_technicians AFTER UPDATE ON bookings
  FOR EACH ROW EXECUTE FUNCTION announce_booking_to_technicians();
