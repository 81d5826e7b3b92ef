-- Reviews of finished work, requests for a warranty visit, and the technician each finished booking counts for
-- (docs/domain.md, "Reviews").

CREATE TABLE reviews (
  id                        uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  booking_id                uuid NOT NULL UNIQUE REFERENCES bookings (id),
  -- Copied from the booking by triggers, so that ratings of a service are counted without reading bookings.
  service_id                text NOT NULL REFERENCES services (id),
  -- Rated technician. Null: the booking has no finished visit.
  finished_by_technician_id uuid REFERENCES technicians (id),
  rating                    integer NOT NULL CHECK (rating BETWEEN 1 AND 5),
  comment                   text NOT NULL DEFAULT '' CHECK (length(comment) <= 1000),
  created_at                timestamptz NOT NULL,
  -- Null: shown to the office only.
  published_at              timestamptz,
  -- Answer of the office; set together with its time.
  answer                    text CHECK (length(answer) BETWEEN 1 AND 1000),
  answered_at               timestamptz,
  CONSTRAINT reviews_answer_complete_check CHECK ((answer IS NULL) = (answered_at IS NULL))
);
CREATE INDEX ON reviews (created_at DESC, id DESC);
CREATE INDEX reviews_unanswered_idx ON reviews (created_at DESC, id DESC) WHERE answer IS NULL;
CREATE INDEX reviews_published_idx ON reviews (service_id, created_at DESC, id) WHERE published_at IS NOT NULL;
CREATE INDEX reviews_service_idx ON reviews (service_id) INCLUDE (rating);
CREATE INDEX reviews_technician_idx ON reviews (finished_by_technician_id, created_at DESC, id DESC)
  INCLUDE (rating) WHERE finished_by_technician_id IS NOT NULL;
SELECT watch_content('reviews');

CREATE FUNCTION set_review_service() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.service_id := (SELECT service_id FROM bookings WHERE id = NEW.booking_id);
  RETURN NEW;
END $$;
CREATE TRIGGER set_review_service BEFORE INSERT ON reviews FOR EACH ROW EXECUTE FUNCTION set_review_service();
CREATE FUNCTION sync_review_service() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE reviews SET service_id = NEW.service_id WHERE booking_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER sync_review_service AFTER UPDATE OF service_id ON bookings FOR EACH ROW
  WHEN (OLD.service_id IS DISTINCT FROM NEW.service_id) EXECUTE FUNCTION sync_review_service();

-- The office answers with a new booking that refers to the original one.
CREATE TABLE warranty_visit_requests (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  booking_id uuid NOT NULL UNIQUE REFERENCES bookings (id),
  message    text NOT NULL CHECK (length(message) BETWEEN 1 AND 500),
  created_at timestamptz NOT NULL
);

-- visits.superseded and visits.led_to_warranty as they should be. The work of a booking counts for its last finished visit; helpers
-- do not count.
CREATE VIEW visit_outcomes AS
  SELECT id, booking_id, counts AND place > 1 AS superseded, counts AND place = 1 AND EXISTS (
      SELECT FROM bookings AS again WHERE again.warranty_of_id = done.booking_id
        AND again.requested_at >= done.ended_at AND again.requested_at < done.ended_at + interval '720 hours') AS led_to_warranty
  FROM (
    SELECT visits.id, booking_id, ended_at, counts,
      row_number() OVER (PARTITION BY booking_id, counts ORDER BY ended_at DESC NULLS LAST, visits.id) AS place
    FROM visits CROSS JOIN LATERAL (SELECT state = 'work_done' AND technician_id IS NOT NULL AND lead_visit_id IS NULL AS counts) AS counted
  ) AS done;

-- Technician who last finished work of the booking.
CREATE FUNCTION finishing_technician(booking uuid) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT technician_id FROM visits WHERE booking_id = booking AND state = 'work_done' AND technician_id IS NOT NULL AND lead_visit_id IS NULL
  ORDER BY ended_at DESC NULLS LAST, id LIMIT 1
$$;

-- Locks the bookings' visits in the order of their ids, so that concurrent changes see each other and never deadlock.
CREATE FUNCTION sync_visit_outcomes(changed uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(changed) = 0 THEN
    RETURN;
  END IF;
  PERFORM FROM visits WHERE booking_id = ANY (changed) ORDER BY id FOR NO KEY UPDATE;
  UPDATE visits SET superseded = found.superseded, led_to_warranty = found.led_to_warranty
    FROM visit_outcomes AS found WHERE found.booking_id = ANY (changed) AND found.id = visits.id
      AND (found.superseded, found.led_to_warranty) IS DISTINCT FROM (visits.superseded, visits.led_to_warranty);
  UPDATE reviews SET finished_by_technician_id = finishing_technician(booking_id)
    WHERE booking_id = ANY (changed) AND finished_by_technician_id IS DISTINCT FROM finishing_technician(booking_id);
END $$;

CREATE FUNCTION sync_outcomes_of_visits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_OP
    WHEN 'INSERT' THEN
      PERFORM sync_visit_outcomes(ARRAY(SELECT DISTINCT booking_id FROM new_rows WHERE state = 'work_done'));
    WHEN 'DELETE' THEN
      PERFORM sync_visit_outcomes(ARRAY(SELECT DISTINCT booking_id FROM old_rows WHERE state = 'work_done'));
    ELSE
      PERFORM sync_visit_outcomes(ARRAY(
        SELECT DISTINCT worked
        FROM old_rows AS was JOIN new_rows AS become USING (id), unnest(ARRAY[was.booking_id, become.booking_id]) AS worked
        WHERE 'work_done' IN (was.state, become.state)
          AND (was.state, was.technician_id, was.ended_at, was.booking_id)
            IS DISTINCT FROM (become.state, become.technician_id, become.ended_at, become.booking_id)));
  END CASE;
  RETURN NULL;
END $$;
CREATE TRIGGER sync_visit_outcomes_on_insert AFTER INSERT ON visits REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION sync_outcomes_of_visits();
CREATE TRIGGER sync_visit_outcomes_on_update AFTER UPDATE ON visits REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION sync_outcomes_of_visits();
CREATE TRIGGER sync_visit_outcomes_on_delete AFTER DELETE ON visits REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION sync_outcomes_of_visits();

CREATE FUNCTION sync_outcomes_of_warranty_bookings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_OP
    WHEN 'INSERT' THEN
      PERFORM sync_visit_outcomes(ARRAY(SELECT DISTINCT warranty_of_id FROM new_rows WHERE warranty_of_id IS NOT NULL));
    WHEN 'DELETE' THEN
      PERFORM sync_visit_outcomes(ARRAY(SELECT DISTINCT warranty_of_id FROM old_rows WHERE warranty_of_id IS NOT NULL));
    ELSE
      PERFORM sync_visit_outcomes(ARRAY(
        SELECT DISTINCT original
        FROM old_rows AS was JOIN new_rows AS become USING (id), unnest(ARRAY[was.warranty_of_id, become.warranty_of_id]) AS original
        WHERE original IS NOT NULL AND (was.warranty_of_id, was.requested_at) IS DISTINCT FROM (become.warranty_of_id, become.requested_at)));
  END CASE;
  RETURN NULL;
END $$;
CREATE TRIGGER sync_warranty_outcomes_on_insert AFTER INSERT ON bookings REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION sync_outcomes_of_warranty_bookings();
CREATE TRIGGER sync_warranty_outcomes_on_update AFTER UPDATE ON bookings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION sync_outcomes_of_warranty_bookings();
CREATE TRIGGER sync_warranty_outcomes_on_delete AFTER DELETE ON bookings REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION sync_outcomes_of_warranty_bookings();

CREATE FUNCTION sync_outcomes_of_reviews() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM sync_visit_outcomes(ARRAY(SELECT booking_id FROM new_rows));
  RETURN NULL;
END $$;
CREATE TRIGGER sync_review_outcomes AFTER INSERT ON reviews REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION sync_outcomes_of_reviews();

-- Recomputes all outcomes, for rows that were inserted without the triggers.
CREATE FUNCTION sync_all_visit_outcomes() RETURNS void LANGUAGE sql AS $$
  UPDATE visits SET superseded = found.superseded, led_to_warranty = found.led_to_warranty FROM visit_outcomes AS found
    WHERE found.id = visits.id AND (found.superseded, found.led_to_warranty) IS DISTINCT FROM (visits.superseded, visits.led_to_warranty);
  UPDATE reviews SET finished_by_technician_id = finishing_technician(booking_id) WHERE finished_by_technician_id IS DISTINCT FROM finishing_technician(booking_id);
$$;
