CREATE TABLE technicians (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id    uuid UNIQUE REFERENCES users (id) ON DELETE SET NULL,
  name       text NOT NULL,
  email      text NOT NULL CHECK (email = lower(email)),
  phone      text NOT NULL CHECK (phone ~ '^\+971[0-9]{9}$'),
  on_call    boolean NOT NULL DEFAULT false,
  active     boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL
);

CREATE TABLE technician_skills (
  technician_id uuid NOT NULL REFERENCES technicians (id) ON DELETE CASCADE,
  service_id    text NOT NULL REFERENCES services (id),
  PRIMARY KEY (technician_id, service_id)
);
CREATE INDEX technician_skills_of_service ON technician_skills (service_id, technician_id);

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

CREATE TABLE public_holidays (
  day       date PRIMARY KEY,
  name      text NOT NULL,
  tentative boolean NOT NULL DEFAULT false,
  open      boolean NOT NULL DEFAULT false
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
  CHECK (starts_at < ends_at),
  -- The promise of the house: two live visits of one technician never overlap, whatever the code does.
  CONSTRAINT visits_never_overlap EXCLUDE USING gist (technician_id WITH =, during WITH &&) WHERE (live)
);
CREATE INDEX visits_of_booking ON visits (booking_id);
CREATE INDEX visits_by_start ON visits (starts_at) WHERE live;

CREATE FUNCTION visit_takes_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.during := tstzrange(NEW.starts_at, NEW.ends_at + make_interval(mins => NEW.buffer_min), '[)');
  RETURN NEW;
END $$;
CREATE TRIGGER visits_take_time BEFORE INSERT OR UPDATE ON visits FOR EACH ROW EXECUTE FUNCTION visit_takes_time();
