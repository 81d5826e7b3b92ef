-- A series whose visit could not be booked waits before it is tried again, and after a few tries for the office (docs/decisions/0055-recurring-visits.md).
ALTER TABLE visit_series
  ADD failures smallint NOT NULL DEFAULT 0 CHECK (failures >= 0),
  ADD retry_at timestamptz,
  ADD stuck_at timestamptz;

-- In the order in which they are due, page by page.
DROP INDEX visit_series_due;
CREATE INDEX visit_series_due ON visit_series (next_day, id) WHERE ended_at IS NULL AND stuck_at IS NULL;
