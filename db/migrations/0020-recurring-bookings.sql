-- Recurring bookings (docs/decisions/0055-recurring-bookings.md). Service, property and customer are those of the series' bookings,
-- so a series holds no personal data. Days are Dubai's.
CREATE TABLE recurring_bookings (
  id                      uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  version                 integer NOT NULL DEFAULT 1 CHECK (version > 0),
  recurrence_interval     text NOT NULL CHECK (recurrence_interval IN ('monthly', 'quarterly', 'twice-yearly')),
  -- Preferred time of day in Dubai, HH:MM.
  start_time              text NOT NULL CHECK (start_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- Visit from whose day the further days are counted.
  anchor_number           integer NOT NULL CHECK (anchor_number > 0),
  anchor_day              date NOT NULL,
  -- Next visit to book.
  next_number             integer NOT NULL CHECK (next_number > 1),
  next_day                date NOT NULL,
  -- Preferred technician of every visit.
  preferred_technician_id uuid REFERENCES technicians (id),
  started_at              timestamptz NOT NULL,
  -- Consecutive failed attempts to book the next visit, and when the next attempt is due.
  failures                smallint NOT NULL DEFAULT 0 CHECK (failures >= 0),
  retry_at                timestamptz,
  -- Time after which no further attempt is made, so that the office has to book the visit.
  gave_up_at              timestamptz,
  ended_at                timestamptz,
  -- Reason of the end: the office, a service that is no longer offered, or the erasure of the customer.
  ended_by                text CHECK (ended_by IN ('office', 'service', 'erased')),
  CONSTRAINT recurring_bookings_ended_complete_check CHECK ((ended_at IS NULL) = (ended_by IS NULL))
);
CREATE INDEX recurring_bookings_due_idx ON recurring_bookings (next_day, id) WHERE ended_at IS NULL AND gave_up_at IS NULL;
CREATE INDEX ON recurring_bookings (preferred_technician_id) WHERE preferred_technician_id IS NOT NULL;

-- Bookings of a series. Each visit is booked once, and a booking belongs to one series.
CREATE TABLE recurring_booking_visits (
  recurring_booking_id uuid NOT NULL REFERENCES recurring_bookings (id) ON DELETE CASCADE,
  number               integer NOT NULL CHECK (number > 0),
  booking_id           uuid NOT NULL UNIQUE REFERENCES bookings (id) ON DELETE CASCADE,
  PRIMARY KEY (recurring_booking_id, number)
);
