-- Work of several days, in minutes: up to 20 days of 8 hours.
ALTER TABLE bookings DROP CONSTRAINT bookings_duration_min_check;
ALTER TABLE bookings ADD CONSTRAINT bookings_duration_min_check CHECK (duration_min BETWEEN 15 AND 9600);
