-- What the office's work with bookings needs beside their moves.

-- Filters of the list that an admin keeps under a name.
CREATE TABLE booking_filters (
  id      uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name    text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  filter  jsonb NOT NULL,
  UNIQUE (user_id, name)
);

-- A visit under the warranty is a booking of its own, linked to the one whose work it puts right.
ALTER TABLE bookings ADD COLUMN revisit_of uuid REFERENCES bookings (id) CHECK (revisit_of <> id);
CREATE INDEX bookings_revisits ON bookings (revisit_of) WHERE revisit_of IS NOT NULL;
