-- Recurring bookings (docs/decisions/0055-recurring-visits.md). Service, property and customer are those of the series' bookings,
-- so a series holds no personal data. Days are Dubai's.
CREATE TABLE visit_series (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  version       integer NOT NULL DEFAULT 1 CHECK (version > 0),
  rhythm        text NOT NULL CHECK (rhythm IN ('monthly', 'quarterly', 'twice-yearly')),
  -- Preferred time of day in Dubai, HH:MM.
  at_time       text NOT NULL CHECK (at_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- Visit from whose day the further days are counted.
  anchor_number integer NOT NULL CHECK (anchor_number > 0),
  anchor_day    date NOT NULL,
  -- Next visit to book.
  next_number   integer NOT NULL CHECK (next_number > 1),
  next_day      date NOT NULL,
  -- Preferred technician of every visit.
  asked_for     uuid REFERENCES technicians (id),
  begun_at      timestamptz NOT NULL,
  -- Consecutive failed attempts to book the next visit, and when the next attempt is due.
  failures      smallint NOT NULL DEFAULT 0 CHECK (failures >= 0),
  retry_at      timestamptz,
  -- Given up: the office has to book the visit.
  stuck_at      timestamptz,
  ended_at      timestamptz,
  -- The office, a service that is no longer offered, or the erasure of the customer.
  ended_by      text CHECK (ended_by IN ('office', 'service', 'forgotten')),
  CONSTRAINT visit_series_ended_complete_check CHECK ((ended_at IS NULL) = (ended_by IS NULL))
);
CREATE INDEX visit_series_due_idx ON visit_series (next_day, id) WHERE ended_at IS NULL AND stuck_at IS NULL;
CREATE INDEX ON visit_series (asked_for) WHERE asked_for IS NOT NULL;

-- Bookings of a series. Each visit is booked once, and a booking belongs to one series.
CREATE TABLE series_bookings (
  series_id  uuid NOT NULL REFERENCES visit_series (id) ON DELETE CASCADE,
  number     integer NOT NULL CHECK (number > 0),
  booking_id uuid NOT NULL UNIQUE REFERENCES bookings (id) ON DELETE CASCADE,
  PRIMARY KEY (series_id, number)
);
