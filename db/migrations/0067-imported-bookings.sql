-- Bookings that came from another program, by what they were called there: the same list twice makes none of them twice.
CREATE TABLE imported_bookings (
  -- The program.
  source     text NOT NULL CHECK (length(source) BETWEEN 1 AND 50),
  -- The booking's number there.
  reference  text NOT NULL CHECK (length(reference) BETWEEN 1 AND 50),
  booking_id uuid NOT NULL UNIQUE REFERENCES bookings (id),
  PRIMARY KEY (source, reference)
);
