-- Who was asked to go to an emergency, and who passed it on: only they may answer.
CREATE TABLE emergency_calls (
  booking_id    uuid NOT NULL REFERENCES bookings (id),
  technician_id uuid NOT NULL REFERENCES technicians (id),
  asked_at      timestamptz NOT NULL,
  passed_on_at  timestamptz,
  PRIMARY KEY (booking_id, technician_id),
  CHECK (passed_on_at >= asked_at)
);
CREATE INDEX emergency_calls_of_technician ON emergency_calls (technician_id, asked_at DESC);

-- Tells the phones of all who were asked, of the question and of who goes, in the form in which visits are told to their technicians.
CREATE FUNCTION announce_to_asked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', 'visit.changed ' || user_id)
    FROM emergency_calls JOIN technicians ON technicians.id = technician_id
    WHERE booking_id = NEW.booking_id AND user_id IS NOT NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER emergency_calls_announced AFTER INSERT OR UPDATE ON emergency_calls
  FOR EACH ROW EXECUTE FUNCTION announce_to_asked();
CREATE TRIGGER visits_announced_to_asked AFTER INSERT OR UPDATE ON visits
  FOR EACH ROW EXECUTE FUNCTION announce_to_asked();
