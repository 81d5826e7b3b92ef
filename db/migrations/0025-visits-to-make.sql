-- Planned visits with what of their bookings matters for whether a technician can make them. Scheduling knows no bookings;
-- the link is made here.
CREATE VIEW visits_to_make AS
  SELECT visits.id, visits.booking_id, visits.technician_id, visits.starts_at, visits.ends_at, visits.buffer_min, visits.area,
    bookings.reference, bookings.emergency, bookings.service_id, services.name AS service_name, services.outdoor
  FROM visits
  JOIN bookings ON bookings.id = visits.booking_id
  JOIN services ON services.id = bookings.service_id
  WHERE visits.state IN ('held', 'scheduled') AND visits.technician_id IS NOT NULL;
