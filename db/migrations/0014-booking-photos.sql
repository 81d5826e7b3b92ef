-- What the customer photographed, for the engineer to see before coming. Five at most, in the customer's order.

CREATE TABLE booking_photos (
  booking_id uuid NOT NULL REFERENCES bookings (id),
  position   integer NOT NULL CHECK (position BETWEEN 1 AND 5),
  -- A file belongs to one booking, and cannot be removed as long as it does.
  file_id    uuid NOT NULL UNIQUE REFERENCES files (id),
  PRIMARY KEY (booking_id, position)
);
