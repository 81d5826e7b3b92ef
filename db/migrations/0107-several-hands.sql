-- A visit that takes several people. Whoever comes along has a row of his own beside the visit's, so that the one promise that
-- nobody has two visits at once guards him as it guards whoever leads (docs/decisions/0052-several-hands.md).
ALTER TABLE visits
  -- How many people it takes; of a row beside another one.
  ADD COLUMN hands smallint NOT NULL DEFAULT 1 CONSTRAINT visits_hands_few CHECK (hands BETWEEN 1 AND 3),
  -- The visit that he comes along to; null: it is the visit itself, of whoever leads it.
  ADD COLUMN lead_id uuid REFERENCES visits (id),
  ADD CONSTRAINT visits_beside_another CHECK (lead_id <> id),
  ADD CONSTRAINT visits_beside_have_one CHECK (lead_id IS NULL OR (technician_id IS NOT NULL AND hands = 1));
CREATE INDEX visits_beside ON visits (lead_id) WHERE lead_id IS NOT NULL;

-- A row beside a visit is of its booking, at its time and as far as it is, whatever is written; until it is called off, which may be alone.
CREATE FUNCTION visit_beside_follows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  lead visits;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.state = 'cancelled' THEN
    RETURN NEW;
  END IF;
  SELECT * INTO lead FROM visits WHERE id = NEW.lead_id FOR NO KEY UPDATE;
  IF lead.lead_id IS NOT NULL THEN
    RAISE EXCEPTION 'Whoever comes along to a visit leads none' USING ERRCODE = 'check_violation';
  END IF;
  IF (SELECT count(*) FROM visits WHERE lead_id = lead.id AND id <> NEW.id AND state <> 'cancelled') + 2 > lead.hands THEN
    RAISE EXCEPTION 'The visit takes no more people' USING ERRCODE = 'check_violation';
  END IF;
  NEW.booking_id := lead.booking_id;
  NEW.state := lead.state;
  NEW.starts_at := lead.starts_at;
  NEW.ends_at := lead.ends_at;
  NEW.buffer_min := lead.buffer_min;
  NEW.area := lead.area;
  NEW.departed_at := lead.departed_at;
  NEW.arrived_at := lead.arrived_at;
  NEW.ended_at := lead.ended_at;
  RETURN NEW;
END $$;
-- By their names it goes before visits_take_time, which counts from these times.
CREATE TRIGGER visits_beside_follow BEFORE INSERT OR UPDATE ON visits FOR EACH ROW
  WHEN (NEW.lead_id IS NOT NULL) EXECUTE FUNCTION visit_beside_follows();

-- They move together, or not at all: where one of them is taken, the change of all is refused.
CREATE FUNCTION bring_those_beside() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM visits WHERE lead_id = NEW.id AND state <> 'cancelled') + 1 > NEW.hands THEN
    RAISE EXCEPTION 'More people come to the visit than it takes' USING ERRCODE = 'check_violation';
  END IF;
  UPDATE visits SET state = NEW.state WHERE lead_id = NEW.id AND state <> 'cancelled';
  RETURN NULL;
END $$;
CREATE TRIGGER visits_bring_those_beside AFTER UPDATE ON visits FOR EACH ROW
  WHEN (NEW.lead_id IS NULL AND (NEW.hands > 1 OR OLD.hands > 1)) EXECUTE FUNCTION bring_those_beside();

-- As before; work counts to whoever leads it.
CREATE OR REPLACE VIEW finished_work AS
  SELECT id, booking_id, counts AND place > 1 AS done_again, counts AND place = 1 AND EXISTS (
      SELECT FROM bookings AS again WHERE again.revisit_of = done.booking_id
        AND again.requested_at >= done.ended_at AND again.requested_at < done.ended_at + interval '720 hours') AS came_back
  FROM (
    SELECT visits.id, booking_id, ended_at, counts,
      row_number() OVER (PARTITION BY booking_id, counts ORDER BY ended_at DESC NULLS LAST, visits.id) AS place
    FROM visits CROSS JOIN LATERAL (SELECT state = 'work_done' AND technician_id IS NOT NULL AND lead_id IS NULL AS counts) AS counted
  ) AS done;

CREATE OR REPLACE FUNCTION finished_by(booking uuid) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT technician_id FROM visits WHERE booking_id = booking AND state = 'work_done' AND technician_id IS NOT NULL AND lead_id IS NULL
  ORDER BY ended_at DESC NULLS LAST, id LIMIT 1
$$;

-- As before; the hours of everybody who comes are counted, the visit and its work once.
CREATE OR REPLACE FUNCTION tallies_of(v visits) RETURNS SETOF tally LANGUAGE sql STABLE AS $$
  SELECT 'visit-hour', dubai_day(v.starts_at), '', dubai_hour(v.starts_at), 1 WHERE v.live AND v.lead_id IS NULL
  UNION ALL
  SELECT 'booked', dubai_day(day), v.technician_id::text, 0,
    round(extract(epoch FROM least(upper(v.during), day + interval '1 day') - greatest(lower(v.during), day)))::bigint
  FROM generate_series(date_trunc('day', lower(v.during), 'Asia/Dubai'), upper(v.during), interval '1 day') AS day
  WHERE v.live AND v.technician_id IS NOT NULL AND NOT isempty(v.during) AND day < upper(v.during)
  UNION ALL
  SELECT 'done', dubai_day(v.ended_at), v.technician_id::text, 0, 1
  WHERE v.state = 'work_done' AND v.technician_id IS NOT NULL AND v.ended_at IS NOT NULL AND NOT v.done_again AND v.lead_id IS NULL
  UNION ALL
  SELECT 'came-back', dubai_day(v.ended_at), v.technician_id::text, 0, 1 WHERE v.came_back
  UNION ALL
  -- The same of everybody together: a hundred times fewer to be summed.
  SELECT 'jobs', dubai_day(v.ended_at), CASE WHEN v.came_back THEN 'came-back' ELSE 'fixed' END, 0, 1
  WHERE v.state = 'work_done' AND v.technician_id IS NOT NULL AND v.ended_at IS NOT NULL AND NOT v.done_again AND v.lead_id IS NULL
  UNION ALL
  SELECT 'worked', dubai_day(v.ended_at), v.technician_id::text, 0,
    greatest(0, round(extract(epoch FROM v.ended_at - coalesce(v.arrived_at, v.starts_at))))::bigint
  WHERE v.state IN ('work_done', 'on_hold') AND v.technician_id IS NOT NULL AND v.ended_at IS NOT NULL
  UNION ALL
  SELECT 'came', dubai_day(v.arrived_at), v.technician_id::text,
    (v.arrived_at <= CASE WHEN emergency THEN requested_at + interval '120 minutes' ELSE v.starts_at + interval '15 minutes' END)::integer, 1
  FROM bookings WHERE id = v.booking_id AND v.technician_id IS NOT NULL AND v.arrived_at IS NOT NULL AND v.lead_id IS NULL
$$;

ALTER TABLE booking_moves
  DROP CONSTRAINT booking_moves_move_known,
  ADD CONSTRAINT booking_moves_move_known CHECK (move IN ('confirm', 'decline', 'cancel', 'assign', 'unassign', 'depart', 'arrive',
    'undoDepart', 'undoArrive', 'reportNoAccess', 'hold', 'finishWork', 'complete', 'close', 'request', 'import', 'reschedule',
    'resize', 'cancelVisit', 'endHold', 'revisit', 'correct', 'correctContact', 'note', 'contact', 'acknowledge', 'passOn',
    'join', 'leave', 'needHands')) NOT VALID;
ALTER TABLE booking_moves VALIDATE CONSTRAINT booking_moves_move_known;

-- As before, with whose visit it is: a month is read from it alone.
DROP INDEX visits_by_start;
CREATE INDEX visits_by_start ON visits (starts_at) INCLUDE (technician_id, booking_id, state, ends_at, lead_id) WHERE live;
