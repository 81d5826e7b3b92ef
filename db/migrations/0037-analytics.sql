-- Figures of the reports (docs/domain.md, "Analytics"; docs/decisions/0031-tallies.md). Triggers count every change by day and month,
-- so that any range is the sum of few rows.

-- Every change appends rows, so that concurrent transactions do not wait for each other; an hourly job merges them. Durations are
-- histograms by minute: the median of a range is read from the sum of its histograms.
CREATE TABLE tallies (
  figure   text NOT NULL,
  span     text NOT NULL CHECK (span IN ('day', 'month')),
  -- In Dubai. Of a month, the first day.
  day      date NOT NULL,
  -- Service, area, technician, or the result of a response target.
  key      text NOT NULL,
  -- Hour of the day, or duration in minutes.
  bucket   integer NOT NULL,
  -- Count, seconds or fils.
  value    bigint NOT NULL,
  -- Not merged yet.
  unmerged boolean NOT NULL
);
CREATE UNIQUE INDEX tallies_merged_key ON tallies (figure, span, day, key, bucket) WHERE NOT unmerged;
CREATE INDEX tallies_day_idx ON tallies (figure, span, day) INCLUDE (key, bucket, value);
CREATE INDEX tallies_unmerged_idx ON tallies (figure) WHERE unmerged;

CREATE TYPE tally AS (figure text, day date, key text, bucket integer, value bigint);

CREATE FUNCTION add_tallies(changes tally[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO tallies (figure, span, day, key, bucket, value, unmerged)
  SELECT figure, span, CASE span WHEN 'day' THEN day ELSE date_trunc('month', day)::date END AS since, key, bucket, sum(value), true
  FROM unnest(changes) CROSS JOIN (VALUES ('day'), ('month')) AS spans (span)
  GROUP BY figure, span, since, key, bucket HAVING sum(value) <> 0
$$;

-- Revenue of each document line on the day of issue, by service, area and technician at that time. A later change of the booking
-- moves no revenue.
CREATE TABLE revenue_entries (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  invoice_id     uuid NOT NULL REFERENCES invoices (id),
  -- Null: a line of the invoice itself.
  credit_note_id uuid REFERENCES credit_notes (id),
  position       integer NOT NULL,
  -- Day of issue in Dubai.
  day            date NOT NULL,
  -- Empty: none.
  service        text NOT NULL,
  area           text NOT NULL,
  technician_id  uuid REFERENCES technicians (id),
  -- Net of VAT. Negative: credited, or a deducted deposit.
  fils           bigint NOT NULL CHECK (fils <> 0)
);
CREATE UNIQUE INDEX revenue_entries_single_line_key ON revenue_entries (invoice_id, credit_note_id, position) NULLS NOT DISTINCT;
CREATE INDEX ON revenue_entries (credit_note_id) WHERE credit_note_id IS NOT NULL;
CREATE INDEX revenue_entries_day_idx ON revenue_entries (day, id) INCLUDE (fils);
CREATE INDEX revenue_entries_service_idx ON revenue_entries (service, day, id) INCLUDE (fils);
CREATE INDEX revenue_entries_area_idx ON revenue_entries (area, day, id) INCLUDE (fils);
CREATE INDEX revenue_entries_technician_idx ON revenue_entries (technician_id, day, id)
  INCLUDE (fils) WHERE technician_id IS NOT NULL;
CREATE TRIGGER refuse_append_only_change BEFORE UPDATE OR DELETE ON revenue_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{}');

-- Completed days: number of page loads, and of those in which the booking form was started. Their events are deleted later.
CREATE TABLE daily_page_loads (
  day         date PRIMARY KEY,
  page_loads  integer NOT NULL,
  form_starts integer NOT NULL
);

-- By the day of the request.
CREATE FUNCTION compute_tallies(b bookings) RETURNS SETOF tally LANGUAGE sql IMMUTABLE AS $$
  SELECT figure, dubai_day(b.requested_at), key, bucket, 1
  FROM (VALUES
    ('requested', b.service_id, 0, true),
    ('requested-area', b.area, 0, true),
    ('requested-hour', '', dubai_hour(b.requested_at), true),
    ('submitted', '', 0, b.contact_due_at IS NOT NULL),
    ('confirmed', '', 0, b.contact_due_at IS NOT NULL AND b.state NOT IN ('requested', 'declined', 'cancelled')),
    ('completed', '', 0, b.contact_due_at IS NOT NULL AND b.state = 'completed'),
    ('response', CASE WHEN b.responded_at <= b.contact_due_at THEN 'met' ELSE 'late' END,
      whole_minutes(b.requested_at, b.responded_at),
      NOT b.emergency AND b.contact_due_at IS NOT NULL AND b.responded_at IS NOT NULL),
    ('emergency-arrival', CASE WHEN b.arrived_at <= b.requested_at + interval '120 minutes' THEN 'met' ELSE 'late' END,
      whole_minutes(b.requested_at, b.arrived_at), b.emergency AND b.arrived_at IS NOT NULL)
  ) AS figures (figure, key, bucket, counts)
  WHERE counts
$$;

-- Planned time by the planned day, work by the day on which it was done. Hours count for each person of a crew, the visit and its
-- work once.
CREATE FUNCTION compute_tallies(v visits) RETURNS SETOF tally LANGUAGE sql STABLE AS $$
  SELECT 'visit-hour', dubai_day(v.starts_at), '', dubai_hour(v.starts_at), 1 WHERE v.live AND v.lead_visit_id IS NULL
  UNION ALL
  SELECT 'booked-seconds', dubai_day(day), v.technician_id::text, 0,
    round(extract(epoch FROM least(upper(v.during), day + interval '1 day') - greatest(lower(v.during), day)))::bigint
  FROM generate_series(date_trunc('day', lower(v.during), 'Asia/Dubai'), upper(v.during), interval '1 day') AS day
  WHERE v.live AND v.technician_id IS NOT NULL AND NOT isempty(v.during) AND day < upper(v.during)
  UNION ALL
  SELECT 'finished-visit', dubai_day(v.ended_at), v.technician_id::text, 0, 1
  WHERE v.state = 'work_done' AND v.technician_id IS NOT NULL AND v.ended_at IS NOT NULL AND NOT v.superseded AND v.lead_visit_id IS NULL
  UNION ALL
  SELECT 'warranty-return', dubai_day(v.ended_at), v.technician_id::text, 0, 1 WHERE v.led_to_warranty
  UNION ALL
  -- Sum over all technicians, so that reports add up a hundred times fewer rows.
  SELECT 'finished-work', dubai_day(v.ended_at), CASE WHEN v.led_to_warranty THEN 'warranty-return' ELSE 'fixed' END, 0, 1
  WHERE v.state = 'work_done' AND v.technician_id IS NOT NULL AND v.ended_at IS NOT NULL AND NOT v.superseded AND v.lead_visit_id IS NULL
  UNION ALL
  SELECT 'worked-seconds', dubai_day(v.ended_at), v.technician_id::text, 0,
    greatest(0, round(extract(epoch FROM v.ended_at - coalesce(v.arrived_at, v.starts_at))))::bigint
  WHERE v.state IN ('work_done', 'on_hold') AND v.technician_id IS NOT NULL AND v.ended_at IS NOT NULL
  UNION ALL
  SELECT 'arrival', dubai_day(v.arrived_at), v.technician_id::text,
    (v.arrived_at <= CASE WHEN emergency THEN requested_at + interval '120 minutes' ELSE v.starts_at + interval '15 minutes' END)::integer, 1
  FROM bookings WHERE id = v.booking_id AND v.technician_id IS NOT NULL AND v.arrived_at IS NOT NULL AND v.lead_visit_id IS NULL
$$;

-- By the day of the review.
CREATE FUNCTION compute_tallies(r reviews) RETURNS SETOF tally LANGUAGE sql IMMUTABLE AS $$
  SELECT 'rating', dubai_day(r.created_at), r.finished_by_technician_id::text, r.rating, 1 WHERE r.finished_by_technician_id IS NOT NULL
$$;

-- By the day of sending. Withdrawn quotes do not count.
CREATE FUNCTION compute_tallies(q quotes) RETURNS SETOF tally LANGUAGE sql IMMUTABLE AS $$
  SELECT figure, dubai_day(q.sent_at), outcome, 0, value
  FROM (SELECT CASE WHEN q.state IN ('approved', 'converted', 'cancelled') THEN 'won'
    WHEN q.state IN ('declined', 'expired') THEN 'lost' ELSE 'open' END AS outcome) AS known
  CROSS JOIN LATERAL (VALUES ('quotes', 1), ('quoted-fils', q.total_fils)) AS figures (figure, value)
  WHERE q.sent_at IS NOT NULL AND q.state <> 'withdrawn'
$$;

CREATE FUNCTION compute_tallies(entry revenue_entries) RETURNS SETOF tally LANGUAGE sql IMMUTABLE AS $$
  SELECT figure, entry.day, key, 0, entry.fils
  FROM (VALUES ('revenue', entry.service), ('revenue-area', entry.area), ('revenue-technician', entry.technician_id::text)) AS figures (figure, key)
  WHERE key IS NOT NULL
$$;

-- Figures of a document line. Opening balances are no revenue of this business.
CREATE FUNCTION compute_revenue_tallies(invoice uuid, issued date, line_service text, fils bigint) RETURNS SETOF tally LANGUAGE sql STABLE AS $$
  SELECT figure, issued, key, 0, fils
  FROM invoices
  LEFT JOIN bookings ON bookings.id = invoices.booking_id
  LEFT JOIN quotes ON quotes.id = invoices.quote_id
  LEFT JOIN properties ON properties.id = invoices.property_id
  CROSS JOIN LATERAL (VALUES
    ('revenue', coalesce(line_service, bookings.service_id, quotes.service_id, '')),
    ('revenue-area', coalesce(bookings.area, properties.area, '')),
    ('revenue-technician', finishing_technician(invoices.booking_id)::text)
  ) AS figures (figure, key)
  WHERE invoices.id = invoice AND invoices.kind <> 'opening' AND key IS NOT NULL
$$;

CREATE FUNCTION compute_revenue_entry(invoice uuid, note uuid, line integer, issued date, line_service text, net bigint)
RETURNS TABLE (invoice_id uuid, credit_note_id uuid, "position" integer, day date, service text, area text, technician_id uuid, fils bigint)
LANGUAGE sql STABLE AS $$
  SELECT invoice, note, line, issued, max(key) FILTER (WHERE figure = 'revenue'), max(key) FILTER (WHERE figure = 'revenue-area'),
    (max(key) FILTER (WHERE figure = 'revenue-technician'))::uuid, net
  FROM compute_revenue_tallies(invoice, issued, line_service, net) WHERE net <> 0 HAVING count(*) > 0
$$;

CREATE FUNCTION tally_bookings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changes tally[] := '{}';
BEGIN
  IF TG_OP <> 'INSERT' THEN
    changes := ARRAY(SELECT (figure, day, key, bucket, -sum(value))::tally FROM old_rows AS row, compute_tallies(ROW(row.*)::bookings)
      GROUP BY figure, day, key, bucket);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    changes := changes || ARRAY(SELECT (figure, day, key, bucket, sum(value))::tally FROM new_rows AS row, compute_tallies(ROW(row.*)::bookings)
      GROUP BY figure, day, key, bucket);
  END IF;
  PERFORM add_tallies(changes);
  RETURN NULL;
END $$;
CREATE TRIGGER tally_bookings_on_insert AFTER INSERT ON bookings REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_bookings();
CREATE TRIGGER tally_bookings_on_update AFTER UPDATE ON bookings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_bookings();
CREATE TRIGGER tally_bookings_on_delete AFTER DELETE ON bookings REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_bookings();

CREATE FUNCTION tally_visits() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changes tally[] := '{}';
BEGIN
  IF TG_OP <> 'INSERT' THEN
    changes := ARRAY(SELECT (figure, day, key, bucket, -sum(value))::tally FROM old_rows AS row, compute_tallies(ROW(row.*)::visits)
      GROUP BY figure, day, key, bucket);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    changes := changes || ARRAY(SELECT (figure, day, key, bucket, sum(value))::tally FROM new_rows AS row, compute_tallies(ROW(row.*)::visits)
      GROUP BY figure, day, key, bucket);
  END IF;
  PERFORM add_tallies(changes);
  RETURN NULL;
END $$;
CREATE TRIGGER tally_visits_on_insert AFTER INSERT ON visits REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_visits();
CREATE TRIGGER tally_visits_on_update AFTER UPDATE ON visits REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_visits();
CREATE TRIGGER tally_visits_on_delete AFTER DELETE ON visits REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_visits();

CREATE FUNCTION tally_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counted CONSTANT text := 'SELECT ARRAY(SELECT (figure, day, key, bucket, %s * sum(value))::tally
    FROM %s AS row, compute_tallies(ROW(row.*)::%I) GROUP BY figure, day, key, bucket)';
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
CREATE TRIGGER tally_reviews_on_insert AFTER INSERT ON reviews REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();
CREATE TRIGGER tally_reviews_on_update AFTER UPDATE ON reviews REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();
CREATE TRIGGER tally_reviews_on_delete AFTER DELETE ON reviews REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();
CREATE TRIGGER tally_quotes_on_insert AFTER INSERT ON quotes REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();
CREATE TRIGGER tally_quotes_on_update AFTER UPDATE ON quotes REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();
CREATE TRIGGER tally_quotes_on_delete AFTER DELETE ON quotes REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();

CREATE FUNCTION tally_revenue_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_tallies(ARRAY(SELECT (figure, tally.day, key, bucket, sum(value))::tally
    FROM new_rows AS row, compute_tallies(ROW(row.*)::revenue_entries) AS tally GROUP BY figure, tally.day, key, bucket));
  RETURN NULL;
END $$;
CREATE TRIGGER tally_revenue_entries AFTER INSERT ON revenue_entries REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_revenue_entries();

-- Issued documents never change, so their lines are counted once: at the issue of a draft, or when lines of an issued invoice are
-- written without the trigger that refuses them.
CREATE FUNCTION record_invoice_revenue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO revenue_entries (invoice_id, credit_note_id, position, day, service, area, technician_id, fils)
  SELECT entry.* FROM new_rows AS issued
  JOIN old_rows AS draft ON draft.id = issued.id AND draft.issued_at IS NULL
  JOIN invoice_lines AS line ON line.invoice_id = issued.id,
    compute_revenue_entry(issued.id, NULL, line.position, issued.issue_date, line.service_id, line.net_fils) AS entry
  WHERE issued.issued_at IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER record_invoice_revenue AFTER UPDATE ON invoices REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION record_invoice_revenue();
CREATE FUNCTION record_line_revenue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO revenue_entries (invoice_id, credit_note_id, position, day, service, area, technician_id, fils)
  SELECT entry.* FROM new_rows AS line
  JOIN invoices AS issued ON issued.id = line.invoice_id AND issued.issued_at IS NOT NULL,
    compute_revenue_entry(issued.id, NULL, line.position, issued.issue_date, line.service_id, line.net_fils) AS entry;
  RETURN NULL;
END $$;
CREATE TRIGGER record_line_revenue AFTER INSERT ON invoice_lines REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION record_line_revenue();
CREATE FUNCTION record_credit_note_revenue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO revenue_entries (invoice_id, credit_note_id, position, day, service, area, technician_id, fils)
  SELECT entry.* FROM new_rows AS line
  JOIN credit_notes ON credit_notes.id = line.credit_note_id
  JOIN invoice_lines AS corrected ON corrected.invoice_id = line.invoice_id AND corrected.position = line.invoice_position,
    compute_revenue_entry(line.invoice_id, line.credit_note_id, line.position, credit_notes.issue_date, corrected.service_id, -line.net_fils) AS entry;
  RETURN NULL;
END $$;
CREATE TRIGGER record_credit_note_revenue AFTER INSERT ON credit_note_lines REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION record_credit_note_revenue();

-- Recounts everything, for rows that were written without the triggers. Concurrent writers wait.
CREATE FUNCTION recount_tallies() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM sync_all_visit_outcomes();
  LOCK TABLE tallies IN EXCLUSIVE MODE;
  DELETE FROM tallies;
  INSERT INTO tallies (figure, span, day, key, bucket, value, unmerged)
  SELECT figure, span, CASE span WHEN 'day' THEN day ELSE date_trunc('month', day)::date END AS since, key, bucket, sum(value), false
  FROM (
    SELECT tally.* FROM bookings, compute_tallies(bookings) AS tally
    UNION ALL
    SELECT tally.* FROM visits, compute_tallies(visits) AS tally
    UNION ALL
    SELECT tally.* FROM reviews, compute_tallies(reviews) AS tally
    UNION ALL
    SELECT tally.* FROM quotes, compute_tallies(quotes) AS tally
    UNION ALL
    SELECT tally.* FROM revenue_entries, compute_tallies(revenue_entries) AS tally
  ) AS counted CROSS JOIN (VALUES ('day'), ('month')) AS spans (span)
  GROUP BY figure, span, since, key, bucket HAVING sum(value) <> 0;
END $$;
