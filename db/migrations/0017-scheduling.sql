-- Technicians, their availability, and visits.

CREATE TABLE technicians (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id       uuid UNIQUE REFERENCES users (id) ON DELETE SET NULL,
  name          text NOT NULL CHECK (length(name) BETWEEN 2 AND 50),
  email         text NOT NULL CHECK (email = lower(email)),
  phone         text NOT NULL CHECK (phone ~ '^\+[1-9][0-9]{6,14}$'),
  -- On call at all times, in addition to on_call_shifts.
  on_call       boolean NOT NULL DEFAULT false,
  active        boolean NOT NULL DEFAULT true,
  -- The link of the private calendar is derived from the seed. A new seed ends the old link; null: no link.
  calendar_seed uuid,
  created_at    timestamptz NOT NULL,
  -- Optimistic lock: a change that was made from an older version is refused.
  version       integer NOT NULL DEFAULT 1 CHECK (version > 0),
  -- Target of the foreign key of technician_pictures.
  UNIQUE (id, active)
);

-- Small square pictures (docs/decisions/0011-pictures.md). The foreign key refuses to deactivate a technician who
-- still has one: customers never see a picture of a former technician.
CREATE TABLE technician_pictures (
  technician_id uuid PRIMARY KEY,
  -- Copy of the technician's, so that only active technicians have pictures.
  active        boolean NOT NULL GENERATED ALWAYS AS (true) STORED,
  -- New with each picture, so that the address of a picture never changes its content.
  id            uuid NOT NULL DEFAULT gen_random_uuid(),
  small         bytea NOT NULL CHECK (length(small) BETWEEN 1 AND 32768),
  large         bytea NOT NULL CHECK (length(large) BETWEEN 1 AND 65536),
  created_at    timestamptz NOT NULL,
  CONSTRAINT technician_pictures_active_technician_fkey
    FOREIGN KEY (technician_id, active) REFERENCES technicians (id, active) ON DELETE CASCADE
);

CREATE TABLE technician_skills (
  technician_id uuid NOT NULL REFERENCES technicians (id) ON DELETE CASCADE,
  service_id    text NOT NULL REFERENCES services (id),
  PRIMARY KEY (technician_id, service_id)
);
CREATE INDEX ON technician_skills (service_id, technician_id);

-- Preferred areas, spelled as on bookings. Without a row: any area.
CREATE TABLE technician_zones (
  technician_id uuid NOT NULL REFERENCES technicians (id) ON DELETE CASCADE,
  area          text NOT NULL CHECK (length(area) BETWEEN 1 AND 50),
  PRIMARY KEY (technician_id, area)
);

-- A technician with an expired certificate is not scheduled until it is renewed.
CREATE TABLE certificates (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  technician_id uuid NOT NULL REFERENCES technicians (id) ON DELETE CASCADE,
  name          text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  number        text NOT NULL DEFAULT '' CHECK (length(number) <= 40),
  expires_on    date NOT NULL
);
CREATE INDEX ON certificates (technician_id, expires_on);

-- Weekly working hours.
CREATE TABLE shifts (
  technician_id uuid NOT NULL REFERENCES technicians (id) ON DELETE CASCADE,
  -- ISO: 1 Monday … 7 Sunday.
  weekday       integer NOT NULL CHECK (weekday BETWEEN 1 AND 7),
  -- Minutes after midnight in Dubai.
  start_min     integer NOT NULL CHECK (start_min BETWEEN 0 AND 1439),
  end_min       integer NOT NULL CHECK (end_min BETWEEN 1 AND 1440),
  PRIMARY KEY (technician_id, weekday, start_min),
  CONSTRAINT shifts_times_check CHECK (start_min < end_min),
  CONSTRAINT shifts_no_overlap_excl
    EXCLUDE USING gist (technician_id WITH =, weekday WITH =, int4range(start_min, end_min) WITH &&)
);

CREATE TABLE time_off (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  technician_id uuid NOT NULL REFERENCES technicians (id) ON DELETE CASCADE,
  during        tstzrange NOT NULL CHECK (NOT isempty(during)),
  reason        text NOT NULL DEFAULT ''
);
CREATE INDEX ON time_off USING gist (technician_id, during);

CREATE TABLE on_call_shifts (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  technician_id uuid NOT NULL REFERENCES technicians (id) ON DELETE CASCADE,
  during        tstzrange NOT NULL CHECK (NOT isempty(during) AND NOT lower_inf(during) AND NOT upper_inf(during)),
  CONSTRAINT on_call_shifts_no_overlap_excl EXCLUDE USING gist (technician_id WITH =, during WITH &&)
);

CREATE TABLE public_holidays (
  day       date PRIMARY KEY,
  name      text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  -- The date depends on the moon and may still move.
  tentative boolean NOT NULL DEFAULT false,
  -- The business works on this holiday.
  open      boolean NOT NULL DEFAULT false
);
SELECT watch_content('public_holidays');

-- Periods of shorter working days, such as Ramadan: each day ends earlier.
CREATE TABLE seasons (
  id             uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name           text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  first_day      date NOT NULL,
  last_day       date NOT NULL,
  shorter_by_min integer NOT NULL CHECK (shorter_by_min BETWEEN 15 AND 480),
  CONSTRAINT seasons_days_check CHECK (first_day <= last_day),
  CONSTRAINT seasons_no_overlap_excl EXCLUDE USING gist (daterange(first_day, last_day, '[]') WITH &&)
);

-- One appointment of one technician for a booking. A booking may have several. A crew has a row per person: the lead's row is
-- the visit itself, and each helper's row refers to it, so that one constraint protects all of them from double booking
-- (docs/decisions/0052-crews-and-multi-day-jobs.md).
CREATE TABLE visits (
  id               uuid PRIMARY KEY,
  -- The foreign key is added with bookings.
  booking_id       uuid NOT NULL,
  technician_id    uuid REFERENCES technicians (id),
  state            text NOT NULL CHECK (state IN ('held', 'scheduled', 'en_route', 'on_site', 'on_hold', 'work_done', 'no_access',
                     'cancelled')),
  -- Planned times. The actual times are in the columns below.
  starts_at        timestamptz NOT NULL,
  ends_at          timestamptz NOT NULL,
  buffer_min       integer NOT NULL DEFAULT 0 CHECK (buffer_min BETWEEN 0 AND 240),
  departed_at      timestamptz,
  arrived_at       timestamptz,
  -- Time at which the technician left: work done, on hold, or no access.
  ended_at         timestamptz,
  -- Delay announced on the way, in minutes beyond the expected arrival.
  delay_min        smallint NOT NULL DEFAULT 0 CHECK (delay_min BETWEEN 0 AND 1440),
  -- For travel times. Copied when the visit is placed, because scheduling does not read bookings.
  area             text NOT NULL DEFAULT '' CHECK (length(area) <= 100),
  -- Crew size, lead included. 1 in a helper's row.
  crew_size        smallint NOT NULL DEFAULT 1 CHECK (crew_size BETWEEN 1 AND 3),
  -- Lead's visit of a helper's row.
  lead_visit_id    uuid REFERENCES visits (id),
  -- One day of work that was planned over several days. Its number is counted from the remaining visits.
  multi_day        boolean NOT NULL DEFAULT false,
  -- Copied from the booking, so that lists and the board are read from an index alone: the service, of an emergency the trade it
  -- turned out to need; when the booking was requested; start of the booking's last live visit.
  trade            text,
  -- Copied from the booking by a trigger.
  requested_at     timestamptz,
  -- Start of the booking's last live visit, kept by a trigger.
  last_visit_start timestamptz,
  -- Finished, but another visit finished the same booking later.
  superseded       boolean NOT NULL DEFAULT false,
  -- Last finished visit of a booking that was followed by a warranty booking within 30 days.
  led_to_warranty  boolean NOT NULL DEFAULT false,
  live             boolean NOT NULL GENERATED ALWAYS AS (state NOT IN ('cancelled', 'no_access')) STORED,
  -- Time in which the technician is occupied: the work and its buffer, until the technician has left. Set by a trigger, because
  -- adding minutes to a timestamptz is not immutable and so not allowed in a generated column.
  during           tstzrange NOT NULL,
  created_at       timestamptz NOT NULL,
  CONSTRAINT visits_times_check CHECK (starts_at < ends_at),
  CONSTRAINT visits_ended_state_check CHECK (ended_at IS NULL OR state IN ('on_hold', 'work_done', 'no_access', 'cancelled')),
  -- Without a technician the row would escape visits_no_double_booking_excl.
  CONSTRAINT visits_scheduled_technician_check
    CHECK (technician_id IS NOT NULL OR state NOT IN ('scheduled', 'en_route', 'on_site')),
  CONSTRAINT visits_lead_not_self_check CHECK (lead_visit_id <> id),
  CONSTRAINT visits_helper_check CHECK (lead_visit_id IS NULL OR (technician_id IS NOT NULL AND crew_size = 1)),
  CONSTRAINT visits_multi_day_lead_check CHECK (NOT multi_day OR lead_visit_id IS NULL),
  -- Prevents double booking of a technician even if the code has a bug.
  CONSTRAINT visits_no_double_booking_excl EXCLUDE USING gist (technician_id WITH =, during WITH &&) WHERE (live)
);
-- Calendars and loads, including visits that are not live. The exclusion constraint covers live visits only.
CREATE INDEX visits_technician_idx ON visits (technician_id, starts_at) INCLUDE (booking_id, live);
-- Board of up to a month.
CREATE INDEX visits_board_idx ON visits (starts_at)
  INCLUDE (technician_id, booking_id, state, ends_at, lead_visit_id, trade, requested_at, last_visit_start) WHERE live;
-- Newest bookings of a technician.
CREATE INDEX visits_newest_bookings_idx ON visits (technician_id, requested_at, booking_id)
  INCLUDE (state, led_to_warranty, last_visit_start) WHERE live;
-- Visits of a booking, and its last one as lists show it.
CREATE INDEX visits_booking_idx ON visits (booking_id, starts_at, id) INCLUDE (live, lead_visit_id);
CREATE INDEX visits_held_idx ON visits (booking_id) WHERE state = 'held';
CREATE INDEX visits_upcoming_idx ON visits (booking_id)
  WHERE technician_id IS NOT NULL AND state IN ('scheduled', 'en_route', 'on_site');
CREATE INDEX ON visits (lead_visit_id) WHERE lead_visit_id IS NOT NULL;
CREATE INDEX visits_arrived_idx ON visits (arrived_at) INCLUDE (booking_id, technician_id) WHERE arrived_at IS NOT NULL;
CREATE INDEX visits_ended_idx ON visits (ended_at) WHERE live AND ended_at IS NOT NULL;
CREATE INDEX visits_finished_idx ON visits (ended_at)
  INCLUDE (booking_id, technician_id) WHERE state = 'work_done' AND ended_at IS NOT NULL;
CREATE INDEX visits_returned_idx ON visits (ended_at) INCLUDE (booking_id) WHERE led_to_warranty;

-- Planned visits with the facts of their booking that decide whether a technician can make them. Bookings replaces this empty
-- view, because scheduling does not read bookings.
CREATE VIEW assigned_visits AS
  SELECT id, booking_id, technician_id, starts_at, ends_at, buffer_min, area, NULL::text AS reference, NULL::boolean AS emergency,
    NULL::text AS service_id, NULL::text AS service_name, NULL::boolean AS outdoor, NULL::text[] AS skills
  FROM visits WHERE false;

-- Triggers before a row is written fire in the order of their names: a helper's row first takes the values of its lead, because
-- the other triggers compute from them.

-- A helper's row copies booking, times and state of its lead. It may be cancelled on its own.
CREATE FUNCTION copy_lead_visit_fields() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  lead visits;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.state = 'cancelled' THEN
    RETURN NEW;
  END IF;
  SELECT * INTO lead FROM visits WHERE id = NEW.lead_visit_id FOR NO KEY UPDATE;
  IF lead.lead_visit_id IS NOT NULL THEN
    RAISE EXCEPTION 'A helper visit cannot lead other visits' USING ERRCODE = 'check_violation';
  END IF;
  IF (SELECT count(*) FROM visits WHERE lead_visit_id = lead.id AND id <> NEW.id AND state <> 'cancelled') + 2 > lead.crew_size THEN
    RAISE EXCEPTION 'The crew of the visit is complete' USING ERRCODE = 'check_violation';
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
CREATE TRIGGER copy_lead_visit_fields BEFORE INSERT OR UPDATE ON visits FOR EACH ROW
  WHEN (NEW.lead_visit_id IS NOT NULL) EXECUTE FUNCTION copy_lead_visit_fields();

-- Latest start of the booking's live visits, without helpers. Null: no visit is live.
CREATE FUNCTION set_last_visit_start() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.last_visit_start := greatest(
    (SELECT max(starts_at) FROM visits WHERE booking_id = NEW.booking_id AND live AND lead_visit_id IS NULL AND id <> NEW.id),
    CASE WHEN NEW.lead_visit_id IS NULL AND NEW.state NOT IN ('cancelled', 'no_access') THEN NEW.starts_at END);
  RETURN NEW;
END $$;
CREATE TRIGGER set_last_visit_start BEFORE INSERT OR UPDATE ON visits FOR EACH ROW EXECUTE FUNCTION set_last_visit_start();

-- A technician is free after leaving. Leaving late does not extend the occupied time, so the update can never conflict with the
-- next visit.
CREATE FUNCTION set_occupied_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.during := tstzrange(NEW.starts_at, NEW.ends_at + make_interval(mins => NEW.buffer_min), '[)')
    * tstzrange(NULL, NEW.ended_at, '()');
  RETURN NEW;
END $$;
CREATE TRIGGER set_occupied_time BEFORE INSERT OR UPDATE ON visits FOR EACH ROW EXECUTE FUNCTION set_occupied_time();

-- The crew moves as a unit: if one member is not free, the whole change is refused.
CREATE FUNCTION sync_helper_visits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM visits WHERE lead_visit_id = NEW.id AND state <> 'cancelled') + 1 > NEW.crew_size THEN
    RAISE EXCEPTION 'The visit has more helpers than its crew size allows' USING ERRCODE = 'check_violation';
  END IF;
  UPDATE visits SET state = NEW.state WHERE lead_visit_id = NEW.id AND state <> 'cancelled';
  RETURN NULL;
END $$;
CREATE TRIGGER sync_helper_visits AFTER UPDATE ON visits FOR EACH ROW
  WHEN (NEW.lead_visit_id IS NULL AND (NEW.crew_size > 1 OR OLD.crew_size > 1)) EXECUTE FUNCTION sync_helper_visits();

-- Updates the other visits of the booking. Concurrent changes of one booking wait at the booking's row, which commands lock first.
CREATE FUNCTION sync_last_visit_start() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  booking uuid := CASE TG_OP WHEN 'DELETE' THEN OLD.booking_id ELSE NEW.booking_id END;
  last timestamptz := (SELECT max(starts_at) FROM visits WHERE booking_id = booking AND live AND lead_visit_id IS NULL);
BEGIN
  UPDATE visits SET last_visit_start = last WHERE booking_id = booking AND last_visit_start IS DISTINCT FROM last;
  RETURN NULL;
END $$;
CREATE TRIGGER sync_last_visit_start_on_insert_or_delete AFTER INSERT OR DELETE ON visits
  FOR EACH ROW EXECUTE FUNCTION sync_last_visit_start();
CREATE TRIGGER sync_last_visit_start AFTER UPDATE ON visits FOR EACH ROW
  WHEN ((NEW.starts_at, NEW.live) IS DISTINCT FROM (OLD.starts_at, OLD.live)) EXECUTE FUNCTION sync_last_visit_start();

-- Live update for the phones of the visit's present and previous technician.
CREATE FUNCTION notify_technicians_of_visit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', 'visit.changed ' || user_id) FROM technicians
    WHERE user_id IS NOT NULL
      AND (id = NEW.technician_id OR (TG_OP = 'UPDATE' AND id = OLD.technician_id));
  RETURN NEW;
END $$;
CREATE TRIGGER notify_technicians_of_visit AFTER INSERT OR UPDATE ON visits
  FOR EACH ROW EXECUTE FUNCTION notify_technicians_of_visit();
