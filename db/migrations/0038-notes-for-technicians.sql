-- Whoever goes to the customer reads it, too: gate code, parking, dog.
ALTER TABLE customer_notes ADD COLUMN for_technician boolean NOT NULL DEFAULT false;

-- Tells their phones, as of a change of the booking.
CREATE FUNCTION announce_note_to_technicians() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', 'visit.changed ' || technicians.user_id)
    FROM visits
    JOIN bookings ON bookings.id = visits.booking_id
    JOIN technicians ON technicians.id = visits.technician_id
    WHERE bookings.customer_id = NEW.customer_id AND visits.live AND technicians.user_id IS NOT NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER customer_notes_announced AFTER INSERT ON customer_notes
  FOR EACH ROW WHEN (NEW.for_technician) EXECUTE FUNCTION announce_note_to_technicians();
