-- The office answers what a customer wrote, once; and what was said of a service is counted without reading its bookings
-- (docs/decisions/0056-reviews-and-who-comes.md).
ALTER TABLE reviews
  ADD answer text CHECK (length(answer) BETWEEN 1 AND 1000),
  ADD answered_at timestamptz,
  -- The booking's, kept by the triggers below.
  ADD service_id text REFERENCES services (id),
  ADD CONSTRAINT reviews_answer_has_time CHECK ((answer IS NULL) = (answered_at IS NULL));
UPDATE reviews SET service_id = bookings.service_id FROM bookings WHERE bookings.id = reviews.booking_id;
ALTER TABLE reviews ALTER service_id SET NOT NULL;

CREATE FUNCTION take_service_of_booking() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.service_id := (SELECT service_id FROM bookings WHERE id = NEW.booking_id);
  RETURN NEW;
END $$;
CREATE TRIGGER reviews_take_service BEFORE INSERT ON reviews FOR EACH ROW EXECUTE FUNCTION take_service_of_booking();

CREATE FUNCTION give_service_to_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE reviews SET service_id = NEW.service_id WHERE booking_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER bookings_give_service AFTER UPDATE OF service_id ON bookings FOR EACH ROW
  WHEN (OLD.service_id IS DISTINCT FROM NEW.service_id) EXECUTE FUNCTION give_service_to_review();

-- Sums of stars come from these alone.
CREATE INDEX reviews_of_service ON reviews (service_id) INCLUDE (rating);
CREATE INDEX reviews_published ON reviews (service_id, created_at DESC, id) WHERE published_at IS NOT NULL;
DROP INDEX reviews_of_technician;
CREATE INDEX reviews_of_technician ON reviews (finished_by, created_at DESC, id DESC) INCLUDE (rating) WHERE finished_by IS NOT NULL;
-- What waits for an answer, the newest first.
CREATE INDEX reviews_unanswered ON reviews (created_at DESC, id DESC) WHERE answer IS NULL;
