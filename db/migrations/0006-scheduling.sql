-- Who does the work, when they can, and when they do.

CREATE TABLE technicians (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id       uuid UNIQUE REFERENCES users (id) ON DELETE SET NULL,
  name          text NOT NULL CONSTRAINT technicians_name_length CHECK (length(name) BETWEEN 2 AND 50),
  email         text NOT NULL CHECK (email = lower(email)),
  phone         text NOT NULL CHECK (phone ~ '^\+971[0-9]{9}$'),
  on_call       boolean NOT NULL DEFAULT false,
  active        boolean NOT NULL DEFAULT true,
  created_at    timestamptz NOT NULL,
  -- Raised by every change: whoever changes from an older one is told, not obeyed.
  version       integer NOT NULL DEFAULT 1 CHECK (version > 0),
  -- The link of the private calendar is derived from it: another one ends the old link. Null: there is no link.
  calendar_seed uuid
);

CREATE TABLE technician_skills (
  technician_id uuid NOT NULL REFERENCES technicians (id) ON DELETE CASCADE,
  service_id    text NOT NULL REFERENCES services (id),
  PRIMARY KEY (technician_id, service_id)
);
CREATE INDEX technician_skills_of_service ON technician_skills (service_id, technician_id);

-- Where a technician would rather go; without a row, anywhere. Areas are spelled as on bookings.
CREATE TABLE technician_zones (
  technician_id uuid NOT NULL REFERENCES technicians (id) ON DELETE CASCADE,
  area          text NOT NULL CHECK (length(area) BETWEEN 1 AND 50),
  PRIMARY KEY (technician_id, area)
);

-- Weekly shifts, minutes after midnight in Asia/Dubai. weekday: 1 Monday … 7 Sunday (ISO).
CREATE TABLE shifts (
  technician_id uuid NOT NULL REFERENCES technicians (id) ON DELETE CASCADE,
  weekday       integer NOT NULL CHECK (weekday BETWEEN 1 AND 7),
  start_min     integer NOT NULL CHECK (start_min BETWEEN 0 AND 1439),
  end_min       integer NOT NULL CHECK (end_min BETWEEN 1 AND 1440),
  CHECK (start_min < end_min),
  PRIMARY KEY (technician_id, weekday, start_min),
  EXCLUDE USING gist (technician_id WITH =, weekday WITH =, int4range(start_min, end_min) WITH &&)
);

CREATE TABLE time_off (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  technician_id uuid NOT NULL REFERENCES technicians (id) ON DELETE CASCADE,
  during        tstzrange NOT NULL CHECK (NOT isempty(during)),
  reason        text NOT NULL DEFAULT ''
);
CREATE INDEX time_off_by_technician ON time_off USING gist (technician_id, during);

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

CREATE TABLE public_holidays (
  day       date PRIMARY KEY,
  name      text NOT NULL CONSTRAINT public_holidays_name_length CHECK (length(name) BETWEEN 1 AND 80),
  tentative boolean NOT NULL DEFAULT false,
  open      boolean NOT NULL DEFAULT false
);

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

-- One appointment of a technician for a booking; a booking may have several.
CREATE TABLE visits (
  id            uuid PRIMARY KEY,
  booking_id    uuid NOT NULL,
  technician_id uuid REFERENCES technicians (id),
  state         text NOT NULL CHECK (state IN ('held', 'scheduled', 'en_route', 'on_site', 'on_hold', 'work_done',
                  'no_access', 'cancelled')),
  starts_at     timestamptz NOT NULL,
  ends_at       timestamptz NOT NULL,
  buffer_min    integer NOT NULL DEFAULT 0 CHECK (buffer_min BETWEEN 0 AND 240),
  live          boolean GENERATED ALWAYS AS (state NOT IN ('cancelled', 'no_access')) STORED,
  -- The time the technician is taken: the work and the buffer after it. Filled by a trigger, as adding
  -- minutes to a timestamptz is not immutable and so cannot be a generated column.
  during        tstzrange NOT NULL,
  created_at    timestamptz NOT NULL,
  -- Where it is, for the way from one to the next. Scheduling knows no bookings, so it is told when a visit is placed.
  area          text NOT NULL DEFAULT '' CHECK (length(area) <= 100),
  CHECK (starts_at < ends_at),
  -- The promise of the house: two live visits of one technician never overlap, whatever the code does.
  CONSTRAINT visits_never_overlap EXCLUDE USING gist (technician_id WITH =, during WITH &&) WHERE (live)
);
CREATE INDEX visits_of_booking ON visits (booking_id);
CREATE INDEX visits_by_start ON visits (starts_at) WHERE live;
-- For loads and calendars; the exclusion constraint only knows live ones.
CREATE INDEX visits_of_technician ON visits (technician_id, starts_at);

CREATE FUNCTION visit_takes_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.during := tstzrange(NEW.starts_at, NEW.ends_at + make_interval(mins => NEW.buffer_min), '[)');
  RETURN NEW;
END $$;
CREATE TRIGGER visits_take_time BEFORE INSERT OR UPDATE ON visits FOR EACH ROW EXECUTE FUNCTION visit_takes_time();

-- Tells the phone of whoever has a visit, or had it until now, in the form in which bookings are told to their owners.
CREATE FUNCTION announce_visit_to_technicians() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', 'visit.changed ' || user_id) FROM technicians
    WHERE user_id IS NOT NULL
      AND (id = NEW.technician_id OR (TG_OP = 'UPDATE' AND id = OLD.technician_id));
  RETURN NEW;
END $$;
CREATE TRIGGER visits_announced AFTER INSERT OR UPDATE ON visits
  FOR EACH ROW EXECUTE FUNCTION announce_visit_to_technicians();
