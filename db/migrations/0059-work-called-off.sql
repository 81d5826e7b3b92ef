-- That the booking which a quote became was called off: the office looks for such quotes, and must not read every booking for it.
ALTER TABLE quotes ADD COLUMN work_called_off boolean NOT NULL DEFAULT false;
UPDATE quotes SET work_called_off = true FROM bookings
  WHERE bookings.id = quotes.work_id AND bookings.state IN ('cancelled', 'declined');
CREATE INDEX quotes_undecided ON quotes (created_at DESC, id DESC) WHERE state = 'converted' AND work_called_off;

CREATE FUNCTION note_work_called_off() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE quotes SET work_called_off = NEW.state IN ('cancelled', 'declined') WHERE work_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER bookings_called_off AFTER UPDATE OF state ON bookings FOR EACH ROW
  WHEN ((NEW.state IN ('cancelled', 'declined')) <> (OLD.state IN ('cancelled', 'declined')))
  EXECUTE FUNCTION note_work_called_off();
