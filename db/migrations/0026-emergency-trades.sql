-- Which trade an emergency needs, as far as whoever asked could tell; null: they are not sure.
ALTER TABLE bookings
  ADD COLUMN trade_id text REFERENCES services (id),
  ADD CONSTRAINT trades_of_emergencies CHECK (trade_id IS NULL OR emergency);

-- As before; an emergency is named with its trade, and whoever is sent to it needs that trade's skill.
CREATE OR REPLACE VIEW visits_to_make AS
  SELECT visits.id, visits.booking_id, visits.technician_id, visits.starts_at, visits.ends_at, visits.buffer_min, visits.area,
    bookings.reference, bookings.emergency, bookings.service_id,
    services.name || coalesce(' (' || trades.name || ')', '') AS service_name, services.outdoor,
    coalesce(bookings.trade_id, bookings.service_id) AS skill_id
  FROM visits
  JOIN bookings ON bookings.id = visits.booking_id
  JOIN services ON services.id = bookings.service_id
  LEFT JOIN services trades ON trades.id = bookings.trade_id
  WHERE visits.state IN ('held', 'scheduled') AND visits.technician_id IS NOT NULL;
