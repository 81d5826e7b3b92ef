-- What the figures of analytics are sums of (docs/domain.md, "Figures"): counted by its day and by its month as it is written, so that
-- any range is a sum over few rows however many bookings there are. Each change adds rows, so that nobody waits for anybody; a chore
-- makes them one again. Durations are histograms by minute: the median over a range is found in the sum of its histograms.

CREATE TABLE tallies (
  figure text NOT NULL,
  span   text NOT NULL CHECK (span IN ('day', 'month')),
  -- Of Dubai; of a month its first.
  day    date NOT NULL,
  -- Which service, area or technician, or whether a promise was kept.
  key    text NOT NULL,
  -- An hour of the day, or a duration in minutes.
  bucket integer NOT NULL,
  -- How many, how many seconds, or fils.
  n      bigint NOT NULL,
  -- Not yet made one with the others.
  fresh  boolean NOT NULL
);
CREATE UNIQUE INDEX tallies_once ON tallies (figure, span, day, key, bucket) WHERE NOT fresh;
CREATE INDEX tallies_by_day ON tallies (figure, span, day) INCLUDE (key, bucket, n);
CREATE INDEX tallies_fresh ON tallies (figure) WHERE fresh;

CREATE TYPE tally AS (figure text, day date, key text, bucket integer, n bigint);

CREATE FUNCTION add_tallies(changes tally[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO tallies (figure, span, day, key, bucket, n, fresh)
  SELECT figure, span, CASE span WHEN 'day' THEN day ELSE date_trunc('month', day)::date END AS since, key, bucket, sum(n), true
  FROM unnest(changes) CROSS JOIN (VALUES ('day'), ('month')) AS spans (span)
  GROUP BY figure, span, since, key, bucket HAVING sum(n) <> 0
$$;

CREATE FUNCTION dubai_day(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (at AT TIME ZONE 'Asia/Dubai')::date
$$;
CREATE FUNCTION dubai_hour(at timestamptz) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT extract(hour FROM at AT TIME ZONE 'Asia/Dubai')::integer
$$;
CREATE FUNCTION whole_minutes(since timestamptz, until timestamptz) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT floor(extract(epoch FROM until - since) / 60)::integer
$$;

-- All by the day of the request.
CREATE FUNCTION tallies_of(b bookings) RETURNS SETOF tally LANGUAGE sql IMMUTABLE AS $$
  SELECT figure, dubai_day(b.requested_at), key, bucket, 1
  FROM (VALUES
    ('requested', b.service_id, 0, true),
    ('requested-area', b.area, 0, true),
    ('requested-hour', '', dubai_hour(b.requested_at), true),
    ('submitted', '', 0, b.contact_due_at IS NOT NULL),
    ('confirmed', '', 0, b.contact_due_at IS NOT NULL AND b.state NOT IN ('requested', 'declined', 'cancelled')),
    ('completed', '', 0, b.contact_due_at IS NOT NULL AND b.state = 'completed'),
    ('answered', CASE WHEN b.responded_at <= b.contact_due_at THEN 'kept' ELSE 'late' END,
      whole_minutes(b.requested_at, b.responded_at),
      NOT b.emergency AND b.contact_due_at IS NOT NULL AND b.responded_at IS NOT NULL),
    ('reached', CASE WHEN b.arrived_at <= b.requested_at + interval '120 minutes' THEN 'kept' ELSE 'late' END,
      whole_minutes(b.requested_at, b.arrived_at), b.emergency AND b.arrived_at IS NOT NULL)
  ) AS figures (figure, key, bucket, counts)
  WHERE counts
$$;

-- What is planned by the day on which it is; what was done by the day on which it was.
CREATE FUNCTION tallies_of(v visits) RETURNS SETOF tally LANGUAGE sql STABLE AS $$
  SELECT 'visit-hour', dubai_day(v.starts_at), '', dubai_hour(v.starts_at), 1 WHERE v.live
  UNION ALL
  SELECT 'booked', dubai_day(day), v.technician_id::text, 0,
    round(extract(epoch FROM least(upper(v.during), day + interval '1 day') - greatest(lower(v.during), day)))::bigint
  FROM generate_series(date_trunc('day', lower(v.during), 'Asia/Dubai'), upper(v.during), interval '1 day') AS day
  WHERE v.live AND v.technician_id IS NOT NULL AND NOT isempty(v.during) AND day < upper(v.during)
  UNION ALL
  SELECT 'done', dubai_day(v.ended_at), v.technician_id::text, 0, 1
  WHERE v.state = 'work_done' AND v.technician_id IS NOT NULL AND v.ended_at IS NOT NULL
  UNION ALL
  SELECT 'worked', dubai_day(v.ended_at), v.technician_id::text, 0,
    greatest(0, round(extract(epoch FROM v.ended_at - coalesce(v.arrived_at, v.starts_at))))::bigint
  WHERE v.state IN ('work_done', 'on_hold') AND v.technician_id IS NOT NULL AND v.ended_at IS NOT NULL
  UNION ALL
  SELECT 'came', dubai_day(v.arrived_at), v.technician_id::text,
    (v.arrived_at <= CASE WHEN emergency THEN requested_at + interval '120 minutes' ELSE v.starts_at + interval '15 minutes' END)::integer, 1
  FROM bookings WHERE id = v.booking_id AND v.technician_id IS NOT NULL AND v.arrived_at IS NOT NULL
$$;

-- Who finished the work of a booking, the last of them.
CREATE FUNCTION finished_by(booking uuid) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT technician_id FROM visits WHERE booking_id = booking AND state = 'work_done' AND technician_id IS NOT NULL
  ORDER BY ended_at DESC NULLS LAST, id LIMIT 1
$$;

-- Net of VAT, on its day of issue, by what its booking was then. What was taken over is no revenue of ours.
CREATE FUNCTION tallies_of_revenue(invoice uuid, issued date, line_service text, fils bigint) RETURNS SETOF tally LANGUAGE sql STABLE AS $$
  SELECT figure, issued, key, 0, fils
  FROM invoices
  LEFT JOIN bookings ON bookings.id = invoices.booking_id
  LEFT JOIN quotes ON quotes.id = invoices.quote_id
  LEFT JOIN properties ON properties.id = invoices.property_id
  CROSS JOIN LATERAL (VALUES
    ('revenue', coalesce(line_service, bookings.service_id, quotes.service_id, '')),
    ('revenue-area', coalesce(bookings.area, properties.area, '')),
    ('revenue-technician', finished_by(invoices.booking_id)::text)
  ) AS figures (figure, key)
  WHERE invoices.id = invoice AND invoices.kind <> 'opening' AND key IS NOT NULL
$$;

CREATE FUNCTION tally_bookings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changes tally[] := '{}';
BEGIN
  IF TG_OP <> 'INSERT' THEN
    changes := ARRAY(SELECT (figure, day, key, bucket, -sum(n))::tally FROM old_rows AS row, tallies_of(ROW(row.*)::bookings)
      GROUP BY figure, day, key, bucket);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    changes := changes || ARRAY(SELECT (figure, day, key, bucket, sum(n))::tally FROM new_rows AS row, tallies_of(ROW(row.*)::bookings)
      GROUP BY figure, day, key, bucket);
  END IF;
  PERFORM add_tallies(changes);
  RETURN NULL;
END $$;
CREATE TRIGGER bookings_tallied_new AFTER INSERT ON bookings REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_bookings();
CREATE TRIGGER bookings_tallied_changed AFTER UPDATE ON bookings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_bookings();
CREATE TRIGGER bookings_tallied_gone AFTER DELETE ON bookings REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_bookings();

CREATE FUNCTION tally_visits() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changes tally[] := '{}';
BEGIN
  IF TG_OP <> 'INSERT' THEN
    changes := ARRAY(SELECT (figure, day, key, bucket, -sum(n))::tally FROM old_rows AS row, tallies_of(ROW(row.*)::visits)
      GROUP BY figure, day, key, bucket);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    changes := changes || ARRAY(SELECT (figure, day, key, bucket, sum(n))::tally FROM new_rows AS row, tallies_of(ROW(row.*)::visits)
      GROUP BY figure, day, key, bucket);
  END IF;
  PERFORM add_tallies(changes);
  RETURN NULL;
END $$;
CREATE TRIGGER visits_tallied_new AFTER INSERT ON visits REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_visits();
CREATE TRIGGER visits_tallied_changed AFTER UPDATE ON visits REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_visits();
CREATE TRIGGER visits_tallied_gone AFTER DELETE ON visits REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_visits();

-- What was issued never changes, so it is counted once.
CREATE FUNCTION tally_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_tallies(ARRAY(
    SELECT (figure, day, key, bucket, sum(n))::tally
    FROM new_rows AS issued
    JOIN old_rows AS draft ON draft.id = issued.id AND draft.issued_at IS NULL
    JOIN invoice_lines AS line ON line.invoice_id = issued.id,
      tallies_of_revenue(issued.id, issued.issue_date, line.service_id, line.net_fils)
    WHERE issued.issued_at IS NOT NULL
    GROUP BY figure, day, key, bucket));
  RETURN NULL;
END $$;
CREATE TRIGGER invoices_tallied AFTER UPDATE ON invoices REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_invoices();

CREATE FUNCTION tally_credit_notes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_tallies(ARRAY(
    SELECT (figure, day, key, bucket, sum(n))::tally
    FROM new_rows AS line
    JOIN credit_notes ON credit_notes.id = line.credit_note_id
    JOIN invoice_lines AS corrected ON corrected.invoice_id = line.invoice_id AND corrected.position = line.invoice_position,
      tallies_of_revenue(line.invoice_id, credit_notes.issue_date, corrected.service_id, -line.net_fils)
    GROUP BY figure, day, key, bucket));
  RETURN NULL;
END $$;
CREATE TRIGGER credit_note_lines_tallied AFTER INSERT ON credit_note_lines REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_credit_notes();

-- All of it anew: for what was written here before, and after rows were brought in past the triggers. Whoever writes meanwhile waits.
CREATE FUNCTION count_tallies_anew() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE tallies IN EXCLUSIVE MODE;
  DELETE FROM tallies;
  INSERT INTO tallies (figure, span, day, key, bucket, n, fresh)
  SELECT figure, span, CASE span WHEN 'day' THEN day ELSE date_trunc('month', day)::date END AS since, key, bucket, sum(n), false
  FROM (
    SELECT tally.* FROM bookings, tallies_of(bookings) AS tally
    UNION ALL
    SELECT tally.* FROM visits, tallies_of(visits) AS tally
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
SELECT count_tallies_anew();

-- How many loads of a page a day had, and on how many of them the form for a visit was begun. A day that is over gets no more events, and
-- is counted once; its events are forgotten later, these counts say nothing of anybody and stay.
CREATE TABLE page_days (
  day     date PRIMARY KEY,
  visited integer NOT NULL,
  started integer NOT NULL
);

-- First-time fix asks which finished work was come back to; the share of quotes that are won, which were sent; ratings, when they were given.
CREATE INDEX bookings_revisits_by_day ON bookings (requested_at) INCLUDE (revisit_of) WHERE revisit_of IS NOT NULL;
CREATE INDEX quotes_by_sending ON quotes (sent_at) INCLUDE (state, total_fils) WHERE sent_at IS NOT NULL;
CREATE INDEX visits_by_finish ON visits (ended_at) INCLUDE (booking_id, technician_id) WHERE state = 'work_done' AND ended_at IS NOT NULL;
