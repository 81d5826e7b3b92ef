-- What a customer was last told of a booking that was corrected since: told is the difference, once nobody corrects it any
-- more. The row is there from the first correction until then.
CREATE TABLE correction_news (
  booking_id uuid PRIMARY KEY REFERENCES bookings ON DELETE CASCADE,
  known      jsonb NOT NULL,
  due_at     timestamptz NOT NULL
);
CREATE INDEX correction_news_by_due ON correction_news (due_at);

-- Somebody of the office chose that the customer is not told: it waits for their word, whatever else delays it meanwhile.
ALTER TABLE visit_news
  ADD COLUMN held_back boolean NOT NULL DEFAULT false,
  ADD CHECK (NOT held_back OR (technician_id IS NULL AND due_at IS NULL AND NOT going_out));
