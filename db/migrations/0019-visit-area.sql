-- Where a visit is, for the way from one to the next. Scheduling knows no bookings, so it is told when a visit is placed.
ALTER TABLE visits ADD COLUMN area text NOT NULL DEFAULT '' CHECK (length(area) <= 100);
UPDATE visits SET area = bookings.area FROM bookings WHERE bookings.id = visits.booking_id;
