-- Days of employment, so that capacity of past days counts the technicians of that time.

CREATE TABLE employment_periods (
  technician_id uuid NOT NULL,
  first_day     date NOT NULL,
  last_day      date,
  CONSTRAINT employment_periods_pkey PRIMARY KEY (technician_id, first_day),
  CONSTRAINT employment_periods_technician_id_fkey FOREIGN KEY (technician_id) REFERENCES technicians(id) ON DELETE CASCADE,
  CONSTRAINT employment_periods_days_check CHECK (last_day >= first_day),
  CONSTRAINT employment_periods_no_overlap_excl EXCLUDE USING gist (technician_id WITH =, daterange(first_day, last_day, '[]') WITH &&)
);

-- Technicians with earlier visits worked before they were entered.
INSERT INTO employment_periods (technician_id, first_day, last_day)
SELECT id, first_day, CASE WHEN NOT active THEN greatest(first_day, left_on) END
FROM technicians,
  LATERAL (SELECT (least(technicians.created_at, min(starts_at)) AT TIME ZONE 'Asia/Dubai')::date AS first_day,
      (max(ends_at) AT TIME ZONE 'Asia/Dubai')::date AS last_visit_day
    FROM visits WHERE technician_id = technicians.id) AS visited,
  LATERAL (SELECT coalesce((max(at) AT TIME ZONE 'Asia/Dubai')::date, last_visit_day) AS left_on
    FROM trail WHERE type = 'technician.deactivated' AND subject_id = technicians.id::text) AS departed;

CREATE FUNCTION start_employment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO employment_periods (technician_id, first_day)
  VALUES (NEW.id, (NEW.created_at AT TIME ZONE 'Asia/Dubai')::date);
  RETURN NULL;
END
$$;

CREATE TRIGGER start_employment AFTER INSERT ON technicians
  FOR EACH ROW WHEN (NEW.active) EXECUTE FUNCTION start_employment();
