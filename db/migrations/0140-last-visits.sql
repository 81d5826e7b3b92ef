-- When the last visit of its booking begins is kept with each visit, as the office's list is sorted by it: the page of a technician, or
-- of some days, is found in an index of visits alone (docs/decisions/0070-visits-know-the-last.md), as when it was asked for is (0118).

-- Read from a copy: a function cannot read the table that is being written.
CREATE TEMPORARY TABLE last_starts AS
  SELECT booking_id, max(starts_at) AS last_start FROM visits WHERE live AND lead_id IS NULL GROUP BY booking_id;
ALTER TABLE last_starts ADD PRIMARY KEY (booking_id);
CREATE FUNCTION last_start_of_booking(booking uuid) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT last_start FROM last_starts WHERE booking_id = booking);
END $$;
DROP INDEX visits_by_start;
DROP INDEX visits_by_request;
ALTER TABLE visits ADD COLUMN last_start timestamptz;
-- In one pass over the table, which an UPDATE would leave twice as large, having told every trigger of every visit.
ALTER TABLE visits ALTER COLUMN last_start TYPE timestamptz USING last_start_of_booking(booking_id);
DROP FUNCTION last_start_of_booking;
DROP TABLE last_starts;
CREATE INDEX visits_by_start ON visits (starts_at)
  INCLUDE (technician_id, booking_id, state, ends_at, lead_id, trade, requested_at, last_start) WHERE live;
CREATE INDEX visits_by_request ON visits (technician_id, requested_at, booking_id)
  INCLUDE (state, came_back, last_start) WHERE live;

-- Of the visits that take place, without who comes along; null: none does.
CREATE FUNCTION visit_knows_last() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.last_start := greatest(
    (SELECT max(starts_at) FROM visits WHERE booking_id = NEW.booking_id AND live AND lead_id IS NULL AND id <> NEW.id),
    CASE WHEN NEW.lead_id IS NULL AND NEW.state NOT IN ('cancelled', 'no_access') THEN NEW.starts_at END);
  RETURN NEW;
END $$;
-- By its name it goes after visits_beside_follow, which says whose booking it is, when it is and how far.
CREATE TRIGGER visits_know_last BEFORE INSERT OR UPDATE ON visits FOR EACH ROW EXECUTE FUNCTION visit_knows_last();

-- The other visits of the booking, where it was or is the last one. Those that change one booking wait for each other by its row.
CREATE FUNCTION tell_visits_last() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  booking uuid := CASE TG_OP WHEN 'DELETE' THEN OLD.booking_id ELSE NEW.booking_id END;
  last timestamptz := (SELECT max(starts_at) FROM visits WHERE booking_id = booking AND live AND lead_id IS NULL);
BEGIN
  UPDATE visits SET last_start = last WHERE booking_id = booking AND last_start IS DISTINCT FROM last;
  RETURN NULL;
END $$;
CREATE TRIGGER visits_tell_last_new AFTER INSERT OR DELETE ON visits FOR EACH ROW EXECUTE FUNCTION tell_visits_last();
CREATE TRIGGER visits_tell_last AFTER UPDATE ON visits FOR EACH ROW
  WHEN ((NEW.starts_at, NEW.live) IS DISTINCT FROM (OLD.starts_at, OLD.live)) EXECUTE FUNCTION tell_visits_last();
