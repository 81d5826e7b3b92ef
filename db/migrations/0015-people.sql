-- What the office keeps of a technician beside skills, shifts and time off; and the season of shorter days.

ALTER TABLE technicians
  -- Raised by every change: whoever changes from an older one is told, not obeyed.
  ADD COLUMN version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  -- The link of the private calendar is derived from it: another one ends the old link. Null: there is no link.
  ADD COLUMN calendar_seed uuid,
  ADD CONSTRAINT technicians_name_length CHECK (length(name) BETWEEN 2 AND 50);

-- Where a technician would rather go; without a row, anywhere. Areas are spelled as on bookings.
CREATE TABLE technician_zones (
  technician_id uuid NOT NULL REFERENCES technicians (id) ON DELETE CASCADE,
  area          text NOT NULL CHECK (length(area) BETWEEN 1 AND 50),
  PRIMARY KEY (technician_id, area)
);

-- When emergencies ring. A technician whose on_call is true is so at any time.
CREATE TABLE on_call_shifts (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  technician_id uuid NOT NULL REFERENCES technicians (id) ON DELETE CASCADE,
  during        tstzrange NOT NULL CHECK (NOT isempty(during) AND NOT lower_inf(during) AND NOT upper_inf(during)),
  CONSTRAINT on_call_shifts_never_overlap EXCLUDE USING gist (technician_id WITH =, during WITH &&)
);

-- Licences and permits. Whoever has one that has run out is not offered for work until it is renewed.
CREATE TABLE certificates (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  technician_id uuid NOT NULL REFERENCES technicians (id) ON DELETE CASCADE,
  name          text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  number        text NOT NULL DEFAULT '' CHECK (length(number) <= 40),
  expires_on    date NOT NULL
);
CREATE INDEX certificates_of_technician ON certificates (technician_id, expires_on);

ALTER TABLE public_holidays ADD CONSTRAINT public_holidays_name_length CHECK (length(name) BETWEEN 1 AND 80);

-- A season of shorter days: in Ramadan everybody works two hours less, so days end that much earlier.
CREATE TABLE seasons (
  id             uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name           text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  first_day      date NOT NULL,
  last_day       date NOT NULL,
  shorter_by_min integer NOT NULL CHECK (shorter_by_min BETWEEN 15 AND 480),
  CHECK (first_day <= last_day),
  CONSTRAINT seasons_never_overlap EXCLUDE USING gist (daterange(first_day, last_day, '[]') WITH &&)
);

-- Visits of a technician by time, for loads and calendars; the exclusion constraint only knows live ones.
CREATE INDEX visits_of_technician ON visits (technician_id, starts_at);
