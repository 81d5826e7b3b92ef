-- On-call technicians paged for an emergency. Only they may accept it or pass it on.
CREATE TABLE on_call_pages (
  booking_id    uuid NOT NULL REFERENCES bookings (id),
  technician_id uuid NOT NULL REFERENCES technicians (id),
  paged_at      timestamptz NOT NULL,
  declined_at   timestamptz,
  PRIMARY KEY (booking_id, technician_id),
  CONSTRAINT on_call_pages_order_check CHECK (declined_at >= paged_at)
);
CREATE INDEX ON on_call_pages (technician_id, paged_at DESC);

-- Live update for the phones of all paged technicians, of the page itself and of who takes the emergency.
CREATE FUNCTION notify_paged_technicians() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', 'visit.changed ' || user_id)
    FROM on_call_pages JOIN technicians ON technicians.id = technician_id
    WHERE booking_id = NEW.booking_id AND user_id IS NOT NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER notify_paged_technicians AFTER INSERT OR UPDATE ON on_call_pages
  FOR EACH ROW EXECUTE FUNCTION notify_paged_technicians();
CREATE TRIGGER notify_paged_technicians AFTER INSERT OR UPDATE ON visits
  FOR EACH ROW EXECUTE FUNCTION notify_paged_technicians();
