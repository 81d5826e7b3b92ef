-- What somebody has still to be told of a visit: a row for each visit and person, from the first change that the person
-- has not heard of until it is told, or undone. It is written in the transaction of the change.
CREATE TABLE visit_news (
  visit_id                uuid NOT NULL REFERENCES visits ON DELETE CASCADE,
  -- Whom; null: the customer.
  technician_id           uuid REFERENCES technicians ON DELETE CASCADE,
  -- What the person was last told; null: of no visit.
  known_starts_at         timestamptz,
  known_technician_id     uuid REFERENCES technicians ON DELETE CASCADE,
  -- The confirmation of the booking is told with it.
  confirms                boolean NOT NULL DEFAULT false,
  -- When it is told; null: when somebody of the office says so.
  due_at                  timestamptz,
  -- The event that tells it was written, and nothing was changed since.
  going_out               boolean NOT NULL DEFAULT false,
  UNIQUE NULLS NOT DISTINCT (visit_id, technician_id),
  CHECK (known_starts_at IS NOT NULL OR known_technician_id IS NULL),
  CHECK (NOT (going_out AND due_at IS NOT NULL)),
  CHECK (technician_id IS NULL OR NOT confirms)
);
CREATE INDEX visit_news_by_due ON visit_news (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX visit_news_by_technician ON visit_news (technician_id);
CREATE INDEX visit_news_by_known_technician ON visit_news (known_technician_id);
