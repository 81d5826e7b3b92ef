-- What each line of an invoice or a credit note is in the figures of revenue, as it was counted on its day: what a figure is the sum of.
-- Until now only the sums were kept, and a booking whose area, service or technician changed since was listed elsewhere than counted.
CREATE TABLE revenue_entries (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  invoice_id     uuid NOT NULL REFERENCES invoices (id),
  -- None: it is the invoice itself.
  credit_note_id uuid REFERENCES credit_notes (id),
  position       integer NOT NULL,
  -- Of the document, in Dubai.
  day            date NOT NULL,
  -- Nothing where it has none, as in the sums.
  service        text NOT NULL,
  area           text NOT NULL,
  technician_id  uuid REFERENCES technicians (id),
  -- Net of VAT; below zero: credited, or a deposit that is deducted.
  fils           bigint NOT NULL CHECK (fils <> 0)
);
CREATE UNIQUE INDEX revenue_entries_once ON revenue_entries (invoice_id, credit_note_id, position) NULLS NOT DISTINCT;
CREATE INDEX revenue_entries_of_note ON revenue_entries (credit_note_id) WHERE credit_note_id IS NOT NULL;
CREATE INDEX revenue_entries_by_day ON revenue_entries (day, id) INCLUDE (fils);
CREATE INDEX revenue_entries_by_service ON revenue_entries (service, day, id) INCLUDE (fils);
CREATE INDEX revenue_entries_by_area ON revenue_entries (area, day, id) INCLUDE (fils);
CREATE INDEX revenue_entries_by_technician ON revenue_entries (technician_id, day, id) INCLUDE (fils) WHERE technician_id IS NOT NULL;

-- Where what was issued never changes, neither does this.
CREATE TRIGGER revenue_entries_never_change BEFORE UPDATE OR DELETE ON revenue_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_money_rewrite('{}');

-- A line as one row, of what its figures are.
CREATE FUNCTION revenue_of(invoice uuid, note uuid, line integer, issued date, line_service text, net bigint)
RETURNS TABLE (invoice_id uuid, credit_note_id uuid, "position" integer, day date, service text, area text, technician_id uuid, fils bigint)
LANGUAGE sql STABLE AS $$
  SELECT invoice, note, line, issued, max(key) FILTER (WHERE figure = 'revenue'), max(key) FILTER (WHERE figure = 'revenue-area'),
    (max(key) FILTER (WHERE figure = 'revenue-technician'))::uuid, net
  FROM tallies_of_revenue(invoice, issued, line_service, net) WHERE net <> 0 HAVING count(*) > 0
$$;

-- The sums of an entry.
CREATE FUNCTION tallies_of(entry revenue_entries) RETURNS SETOF tally LANGUAGE sql IMMUTABLE AS $$
  SELECT figure, entry.day, key, 0, entry.fils
  FROM (VALUES ('revenue', entry.service), ('revenue-area', entry.area), ('revenue-technician', entry.technician_id::text)) AS figures (figure, key)
  WHERE key IS NOT NULL
$$;

CREATE FUNCTION tally_revenue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_tallies(ARRAY(SELECT (figure, tally.day, key, bucket, sum(n))::tally
    FROM new_rows AS row, tallies_of(ROW(row.*)::revenue_entries) AS tally GROUP BY figure, tally.day, key, bucket));
  RETURN NULL;
END $$;
CREATE TRIGGER revenue_entries_tallied AFTER INSERT ON revenue_entries REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_revenue();

-- The triggers that counted lines (0055-tallies.sql, 0062-lines-brought-in.sql) write what they are now; from it they are counted.
CREATE OR REPLACE FUNCTION tally_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO revenue_entries (invoice_id, credit_note_id, position, day, service, area, technician_id, fils)
  SELECT entry.* FROM new_rows AS issued
  JOIN old_rows AS draft ON draft.id = issued.id AND draft.issued_at IS NULL
  JOIN invoice_lines AS line ON line.invoice_id = issued.id,
    revenue_of(issued.id, NULL, line.position, issued.issue_date, line.service_id, line.net_fils) AS entry
  WHERE issued.issued_at IS NOT NULL;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION tally_invoice_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO revenue_entries (invoice_id, credit_note_id, position, day, service, area, technician_id, fils)
  SELECT entry.* FROM new_rows AS line
  JOIN invoices AS issued ON issued.id = line.invoice_id AND issued.issued_at IS NOT NULL,
    revenue_of(issued.id, NULL, line.position, issued.issue_date, line.service_id, line.net_fils) AS entry;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION tally_credit_notes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO revenue_entries (invoice_id, credit_note_id, position, day, service, area, technician_id, fils)
  SELECT entry.* FROM new_rows AS line
  JOIN credit_notes ON credit_notes.id = line.credit_note_id
  JOIN invoice_lines AS corrected ON corrected.invoice_id = line.invoice_id AND corrected.position = line.invoice_position,
    revenue_of(line.invoice_id, line.credit_note_id, line.position, credit_notes.issue_date, corrected.service_id, -line.net_fils) AS entry;
  RETURN NULL;
END $$;

-- What was there before, by what its bookings are today: when they were counted is not known any more. Its sums follow from it.
ALTER TABLE revenue_entries DISABLE TRIGGER revenue_entries_tallied;
INSERT INTO revenue_entries (invoice_id, credit_note_id, position, day, service, area, technician_id, fils)
  SELECT entry.* FROM invoices JOIN invoice_lines AS line ON line.invoice_id = invoices.id,
    revenue_of(invoices.id, NULL, line.position, issue_date, line.service_id, line.net_fils) AS entry
  WHERE issued_at IS NOT NULL
  UNION ALL
  SELECT entry.* FROM credit_note_lines AS line
  JOIN credit_notes ON credit_notes.id = line.credit_note_id
  JOIN invoice_lines AS corrected ON corrected.invoice_id = line.invoice_id AND corrected.position = line.invoice_position,
    revenue_of(line.invoice_id, line.credit_note_id, line.position, credit_notes.issue_date, corrected.service_id, -line.net_fils) AS entry;
ALTER TABLE revenue_entries ENABLE TRIGGER revenue_entries_tallied;
DELETE FROM tallies WHERE figure IN ('revenue', 'revenue-area', 'revenue-technician');
INSERT INTO tallies (figure, span, day, key, bucket, n, fresh)
  SELECT figure, span, CASE span WHEN 'day' THEN tally.day ELSE date_trunc('month', tally.day)::date END AS since, key, bucket, sum(n), false
  FROM revenue_entries AS entry, tallies_of(entry) AS tally CROSS JOIN (VALUES ('day'), ('month')) AS spans (span)
  GROUP BY figure, span, since, key, bucket HAVING sum(n) <> 0;

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
    SELECT tally.* FROM revenue_entries, tallies_of(revenue_entries) AS tally
  ) AS counted CROSS JOIN (VALUES ('day'), ('month')) AS spans (span)
  GROUP BY figure, span, since, key, bucket HAVING sum(n) <> 0;
END $$;
