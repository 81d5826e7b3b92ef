-- transaction: none
-- Bookings inside WhatsApp (docs/decisions/0124-booking-in-whatsapp.md).

ALTER TABLE conversation_messages
  -- Sent by the booking flow instead of a user.
  ADD COLUMN IF NOT EXISTS automatic boolean NOT NULL DEFAULT false,
  -- Answers that the message offered to tap.
  ADD COLUMN IF NOT EXISTS choices jsonb;
ALTER TABLE conversation_messages
  DROP CONSTRAINT IF EXISTS conversation_messages_automatic_check,
  ADD CONSTRAINT conversation_messages_automatic_check CHECK (
    CASE WHEN automatic THEN direction = 'sent' AND author_id IS NULL ELSE choices IS NULL END) NOT VALID;
ALTER TABLE conversation_messages VALIDATE CONSTRAINT conversation_messages_automatic_check;

-- One flow for each conversation. It moves in the transaction that records the customer's answer and the next question.
CREATE TABLE IF NOT EXISTS booking_flows (
  conversation_id uuid PRIMARY KEY REFERENCES conversations (id) ON DELETE CASCADE,
  step            text NOT NULL,
  -- Counts the answers.
  version         integer NOT NULL DEFAULT 1,
  language        text NOT NULL,
  -- Verified by WhatsApp; E.164.
  phone           text NOT NULL,
  page            integer NOT NULL DEFAULT 0,
  typed_area      text,
  is_hinted       boolean NOT NULL DEFAULT false,
  -- Answers; null: not answered yet. item: empty if the work is to be assessed.
  service_id      text REFERENCES services (id) ON DELETE CASCADE,
  item            text,
  area            text,
  day             date,
  "time"          text,
  street          text,
  landmark        text,
  name            text,
  -- The held booking.
  booking_id      uuid REFERENCES bookings (id) ON DELETE CASCADE,
  -- Provider's time of the latest answer: an earlier message that arrives later changes nothing.
  answered_at     timestamptz NOT NULL,
  expires_at      timestamptz NOT NULL,
  CONSTRAINT booking_flows_step_check CHECK (step IN
    ('service', 'item', 'area', 'day', 'time', 'alternative', 'address', 'name', 'confirm', 'booked')),
  CONSTRAINT booking_flows_answers_check CHECK (CASE step
    WHEN 'service' THEN true
    WHEN 'item' THEN service_id IS NOT NULL
    WHEN 'area' THEN num_nulls(service_id, item) = 0
    WHEN 'day' THEN num_nulls(service_id, item, area) = 0
    WHEN 'time' THEN num_nulls(service_id, item, area, day) = 0
    WHEN 'address' THEN num_nulls(service_id, item, area, day, "time") = 0
    WHEN 'name' THEN num_nulls(service_id, item, area, day, "time", street) = 0
    ELSE num_nulls(service_id, item, area, day, "time", street, name) = 0 END),
  CONSTRAINT booking_flows_booking_id_check CHECK ((step = 'booked') = (booking_id IS NOT NULL)),
  CONSTRAINT booking_flows_time_check CHECK ("time" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  CONSTRAINT booking_flows_phone_check CHECK (phone ~ '^\+[1-9][0-9]{6,14}$'),
  CONSTRAINT booking_flows_page_check CHECK (page >= 0),
  CONSTRAINT booking_flows_version_check CHECK (version > 0)
);
CREATE INDEX IF NOT EXISTS booking_flows_service_id_idx ON booking_flows (service_id) WHERE service_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS booking_flows_booking_id_idx ON booking_flows (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS booking_flows_expires_at_idx ON booking_flows (expires_at);
