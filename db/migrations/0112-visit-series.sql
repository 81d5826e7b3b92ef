-- Recurring visits (docs/decisions/0055-recurring-visits.md): a booking that is repeated. What is done, where and for whom stands in the
-- bookings of the series, so that a series holds nothing of a person. Days are Dubai's.
CREATE TABLE visit_series (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  version       integer NOT NULL DEFAULT 1 CHECK (version > 0),
  rhythm        text NOT NULL CHECK (rhythm IN ('monthly', 'quarterly', 'twice-yearly')),
  -- The time of day that is wished for.
  at_time       text NOT NULL CHECK (at_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- The rest is counted from this visit and its day.
  anchor_number integer NOT NULL CHECK (anchor_number > 0),
  anchor_day    date NOT NULL,
  -- The next one that is not booked yet.
  next_number   integer NOT NULL CHECK (next_number > 1),
  next_day      date NOT NULL,
  begun_at      timestamptz NOT NULL,
  ended_at      timestamptz,
  -- Who or what ended it: the office, a service that is no longer offered, or a customer who was forgotten.
  ended_by      text CHECK (ended_by IN ('office', 'service', 'forgotten')),
  CONSTRAINT visit_series_ended_by_somebody CHECK ((ended_at IS NULL) = (ended_by IS NULL))
);
CREATE INDEX visit_series_due ON visit_series (next_day) WHERE ended_at IS NULL;

-- Which booking is which visit of a series; each is booked once, and a booking belongs to one series.
CREATE TABLE series_bookings (
  series_id  uuid NOT NULL REFERENCES visit_series (id) ON DELETE CASCADE,
  number     integer NOT NULL CHECK (number > 0),
  booking_id uuid NOT NULL UNIQUE REFERENCES bookings (id) ON DELETE CASCADE,
  PRIMARY KEY (series_id, number)
);
