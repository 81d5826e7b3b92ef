-- On-call technicians paged for an emergency. Only they may accept it or pass it on.
CREATE TABLE emergency_calls (
  booking_id    uuid NOT NULL REFERENCES bookings (id),
  technician_id uuid NOT NULL REFERENCES technicians (id),
  asked_at      timestamptz NOT NULL,
  passed_on_at  timestamptz,
  PRIMARY KEY (booking_id, technician_id),
  CONSTRAINT emergency_calls_check CHECK (passed_on_at >= asked_at)
);
CREATE INDEX emergency_calls_of_technician ON emergency_calls (technician_id, asked_at DESC);

-- Live update for the phones of all paged technicians, of the page itself and of who takes the emergency.
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
