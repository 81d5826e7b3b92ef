-- Who finished the work of a booking, and whether it was come back to, stand with the visit as they come about, so that first-time fix and
-- ratings are sums, too (docs/domain.md, "Figures").
ALTER TABLE visits
  -- Done, and somebody finished later in the same booking: the work counts to the last of them.
  ADD done_again boolean NOT NULL DEFAULT false,
  -- The last of its booking, and within 30 days another booking was asked for under the warranty.
  ADD came_back  boolean NOT NULL DEFAULT false;
-- Whose work is rated; nobody's, where a booking has no finished visit.
ALTER TABLE reviews ADD finished_by uuid REFERENCES technicians (id);

CREATE VIEW finished_work AS
  SELECT id, booking_id, counts AND place > 1 AS done_again, counts AND place = 1 AND EXISTS (
      SELECT FROM bookings AS again WHERE again.revisit_of = done.booking_id
        AND again.requested_at >= done.ended_at AND again.requested_at < done.ended_at + interval '720 hours') AS came_back
  FROM (
    SELECT visits.id, booking_id, ended_at, counts,
      row_number() OVER (PARTITION BY booking_id, counts ORDER BY ended_at DESC NULLS LAST, visits.id) AS place
    FROM visits CROSS JOIN LATERAL (SELECT state = 'work_done' AND technician_id IS NOT NULL AS counts) AS counted
  ) AS done;

-- Visits of the booking that somebody changes at this moment are waited for: each of two sees what the other did.
CREATE FUNCTION settle_finished(changed uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(changed) = 0 THEN
    RETURN;
  END IF;
  PERFORM FROM visits WHERE booking_id = ANY (changed) ORDER BY id FOR NO KEY UPDATE;
  UPDATE visits SET done_again = found.done_again, came_back = found.came_back
    FROM finished_work AS found WHERE found.booking_id = ANY (changed) AND found.id = visits.id
      AND (found.done_again, found.came_back) IS DISTINCT FROM (visits.done_again, visits.came_back);
  UPDATE reviews SET finished_by = finished_by(booking_id)
    WHERE booking_id = ANY (changed) AND finished_by IS DISTINCT FROM finished_by(booking_id);
END $$;

CREATE FUNCTION settle_changed_visits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_OP
    WHEN 'INSERT' THEN
      PERFORM settle_finished(ARRAY(SELECT DISTINCT booking_id FROM new_rows WHERE state = 'work_done'));
    WHEN 'DELETE' THEN
      PERFORM settle_finished(ARRAY(SELECT DISTINCT booking_id FROM old_rows WHERE state = 'work_done'));
    ELSE
      PERFORM settle_finished(ARRAY(
        SELECT DISTINCT worked
        FROM old_rows AS was JOIN new_rows AS become USING (id), unnest(ARRAY[was.booking_id, become.booking_id]) AS worked
        WHERE 'work_done' IN (was.state, become.state)
          AND (was.state, was.technician_id, was.ended_at, was.booking_id)
            IS DISTINCT FROM (become.state, become.technician_id, become.ended_at, become.booking_id)));
  END CASE;
  RETURN NULL;
END $$;
CREATE TRIGGER visits_settled_new AFTER INSERT ON visits REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION settle_changed_visits();
CREATE TRIGGER visits_settled_changed AFTER UPDATE ON visits REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION settle_changed_visits();
CREATE TRIGGER visits_settled_gone AFTER DELETE ON visits REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION settle_changed_visits();

CREATE FUNCTION settle_revisits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_OP
    WHEN 'INSERT' THEN
      PERFORM settle_finished(ARRAY(SELECT DISTINCT revisit_of FROM new_rows WHERE revisit_of IS NOT NULL));
    WHEN 'DELETE' THEN
      PERFORM settle_finished(ARRAY(SELECT DISTINCT revisit_of FROM old_rows WHERE revisit_of IS NOT NULL));
    ELSE
      PERFORM settle_finished(ARRAY(
        SELECT DISTINCT original
        FROM old_rows AS was JOIN new_rows AS become USING (id), unnest(ARRAY[was.revisit_of, become.revisit_of]) AS original
        WHERE original IS NOT NULL AND (was.revisit_of, was.requested_at) IS DISTINCT FROM (become.revisit_of, become.requested_at)));
  END CASE;
  RETURN NULL;
END $$;
CREATE TRIGGER revisits_settled_new AFTER INSERT ON bookings REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION settle_revisits();
CREATE TRIGGER revisits_settled_changed AFTER UPDATE ON bookings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION settle_revisits();
CREATE TRIGGER revisits_settled_gone AFTER DELETE ON bookings REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION settle_revisits();

CREATE FUNCTION settle_new_reviews() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM settle_finished(ARRAY(SELECT booking_id FROM new_rows));
  RETURN NULL;
END $$;
CREATE TRIGGER reviews_settled_new AFTER INSERT ON reviews REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION settle_new_reviews();

-- What is planned by the day on which it is; what was done by the day on which it was.
CREATE OR REPLACE FUNCTION tallies_of(v visits) RETURNS SETOF tally LANGUAGE sql STABLE AS $$
  SELECT 'visit-hour', dubai_day(v.starts_at), '', dubai_hour(v.starts_at), 1 WHERE v.live
  UNION ALL
  SELECT 'booked', dubai_day(day), v.technician_id::text, 0,
    round(extract(epoch FROM least(upper(v.during), day + interval '1 day') - greatest(lower(v.during), day)))::bigint
  FROM generate_series(date_trunc('day', lower(v.during), 'Asia/Dubai'), upper(v.during), interval '1 day') AS day
  WHERE v.live AND v.technician_id IS NOT NULL AND NOT isempty(v.during) AND day < upper(v.during)
  UNION ALL
  SELECT 'done', dubai_day(v.ended_at), v.technician_id::text, 0, 1
  WHERE v.state = 'work_done' AND v.technician_id IS NOT NULL AND v.ended_at IS NOT NULL AND NOT v.done_again
  UNION ALL
  SELECT 'came-back', dubai_day(v.ended_at), v.technician_id::text, 0, 1 WHERE v.came_back
  UNION ALL
  -- The same of everybody together: a hundred times fewer to be summed.
  SELECT 'jobs', dubai_day(v.ended_at), CASE WHEN v.came_back THEN 'came-back' ELSE 'fixed' END, 0, 1
  WHERE v.state = 'work_done' AND v.technician_id IS NOT NULL AND v.ended_at IS NOT NULL AND NOT v.done_again
  UNION ALL
  SELECT 'worked', dubai_day(v.ended_at), v.technician_id::text, 0,
    greatest(0, round(extract(epoch FROM v.ended_at - coalesce(v.arrived_at, v.starts_at))))::bigint
  WHERE v.state IN ('work_done', 'on_hold') AND v.technician_id IS NOT NULL AND v.ended_at IS NOT NULL
  UNION ALL
  SELECT 'came', dubai_day(v.arrived_at), v.technician_id::text,
    (v.arrived_at <= CASE WHEN emergency THEN requested_at + interval '120 minutes' ELSE v.starts_at + interval '15 minutes' END)::integer, 1
  FROM bookings WHERE id = v.booking_id AND v.technician_id IS NOT NULL AND v.arrived_at IS NOT NULL
$$;

-- By the day on which it was given.
CREATE FUNCTION tallies_of(r reviews) RETURNS SETOF tally LANGUAGE sql IMMUTABLE AS $$
  SELECT 'rated', dubai_day(r.created_at), r.finished_by::text, r.rating, 1 WHERE r.finished_by IS NOT NULL
$$;

-- By the day of sending. What was taken back counts nowhere.
CREATE FUNCTION tallies_of(q quotes) RETURNS SETOF tally LANGUAGE sql IMMUTABLE AS $$
  SELECT figure, dubai_day(q.sent_at), outcome, 0, n
  FROM (SELECT CASE WHEN q.state IN ('approved', 'converted', 'cancelled') THEN 'won'
    WHEN q.state IN ('declined', 'expired') THEN 'lost' ELSE 'open' END AS outcome) AS known
  CROSS JOIN LATERAL (VALUES ('quotes', 1), ('quoted', q.total_fils)) AS figures (figure, n)
  WHERE q.sent_at IS NOT NULL AND q.state <> 'withdrawn'
$$;

CREATE FUNCTION tally_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counted CONSTANT text := 'SELECT ARRAY(SELECT (figure, day, key, bucket, %s * sum(n))::tally
    FROM %s AS row, tallies_of(ROW(row.*)::%I) GROUP BY figure, day, key, bucket)';
  gone tally[];
  come tally[];
BEGIN
  IF TG_OP <> 'INSERT' THEN
    EXECUTE format(counted, -1, 'old_rows', TG_TABLE_NAME) INTO gone;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    EXECUTE format(counted, 1, 'new_rows', TG_TABLE_NAME) INTO come;
  END IF;
  PERFORM add_tallies(gone || come);
  RETURN NULL;
END $$;
DO $$
DECLARE
  counted text;
BEGIN
  FOREACH counted IN ARRAY ARRAY['reviews', 'quotes'] LOOP
    EXECUTE format('CREATE TRIGGER %1$s_tallied_new AFTER INSERT ON %1$s REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION tally_rows()', counted);
    EXECUTE format('CREATE TRIGGER %1$s_tallied_changed AFTER UPDATE ON %1$s REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION tally_rows()', counted);
    EXECUTE format('CREATE TRIGGER %1$s_tallied_gone AFTER DELETE ON %1$s REFERENCING OLD TABLE AS old_rows
      FOR EACH STATEMENT EXECUTE FUNCTION tally_rows()', counted);
  END LOOP;
END $$;

CREATE FUNCTION settle_all_finished() RETURNS void LANGUAGE sql AS $$
  UPDATE visits SET done_again = found.done_again, came_back = found.came_back FROM finished_work AS found
    WHERE found.id = visits.id AND (found.done_again, found.came_back) IS DISTINCT FROM (visits.done_again, visits.came_back);
  UPDATE reviews SET finished_by = finished_by(booking_id) WHERE finished_by IS DISTINCT FROM finished_by(booking_id);
$$;

CREATE OR REPLACE FUNCTION count_tallies_anew() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM settle_all_finished();
  LOCK TABLE tallies IN EXCLUSIVE MODE;
  DELETE FROM tallies;
  INSERT INTO tallies (figure, span, day, key, bucket, n, fresh)
  SELECT figure, span, CASE span WHEN 'day' THEN day ELSE date_trunc('month', day)::date END AS since, key, bucket, sum(n), false
  FROM (
    SELECT tally.* FROM bookings, tallies_of(bookings) AS tally
    UNION ALL
    SELECT tally.* FROM visits, tallies_of(visits) AS tally
    UNION ALL
    SELECT tally.* FROM reviews, tallies_of(reviews) AS tally
    UNION ALL
    SELECT tally.* FROM quotes, tallies_of(quotes) AS tally
    UNION ALL
    SELECT tally.* FROM invoices JOIN invoice_lines AS line ON line.invoice_id = invoices.id,
      tallies_of_revenue(invoices.id, issue_date, line.service_id, line.net_fils) AS tally
    WHERE issued_at IS NOT NULL
    UNION ALL
    SELECT tally.* FROM credit_note_lines AS line
    JOIN credit_notes ON credit_notes.id = line.credit_note_id
    JOIN invoice_lines AS corrected ON corrected.invoice_id = line.invoice_id AND corrected.position = line.invoice_position,
      tallies_of_revenue(line.invoice_id, credit_notes.issue_date, corrected.service_id, -line.net_fils) AS tally
  ) AS counted CROSS JOIN (VALUES ('day'), ('month')) AS spans (span)
  GROUP BY figure, span, since, key, bucket HAVING sum(n) <> 0;
END $$;

-- What was there before: what is settled is counted by the triggers, the jobs of everybody are the sums of those of each, and quotes
-- are counted once.
SELECT settle_all_finished();
DELETE FROM tallies WHERE figure = 'jobs';
INSERT INTO tallies (figure, span, day, key, bucket, n, fresh)
  SELECT 'jobs', span, day, 'came-back', 0, sum(n), false FROM tallies WHERE figure = 'came-back' GROUP BY span, day HAVING sum(n) <> 0
  UNION ALL
  SELECT 'jobs', span, day, 'fixed', 0, sum(CASE figure WHEN 'done' THEN n ELSE -n END), false
  FROM tallies WHERE figure IN ('done', 'came-back') GROUP BY span, day HAVING sum(CASE figure WHEN 'done' THEN n ELSE -n END) <> 0;
SELECT add_tallies(ARRAY(SELECT (figure, day, key, bucket, sum(n))::tally FROM quotes, tallies_of(quotes) GROUP BY figure, day, key, bucket));

-- The list of bookings whose work was come back to.
CREATE INDEX visits_come_back ON visits (ended_at) INCLUDE (booking_id) WHERE came_back;
-- Nobody asks by it any more.
DROP INDEX bookings_revisits_by_day;
