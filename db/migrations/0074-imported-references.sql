-- The office's search finds a booking by its number in the program that it came from.
CREATE INDEX imported_bookings_by_reference ON imported_bookings (lower(reference));
