-- Null falls back to English (docs/decisions/0129-content-in-two-languages.md).
CREATE OR REPLACE VIEW assigned_visits AS
  SELECT visits.id, booking_id, technician_id, starts_at, ends_at, visits.buffer_min, visits.area, reference,
    bookings.emergency, bookings.service_id,
    services.name || coalesce(' (' || trades.name || ')', '') AS service_name, services.outdoor,
    ARRAY(SELECT coalesce(bookings.trade_id, bookings.service_id)
      UNION SELECT booking_lines.service_id FROM booking_lines
      WHERE booking_lines.booking_id = bookings.id AND NOT bookings.emergency) AS skills,
    services.name_ar || coalesce(' (' || coalesce(trades.name_ar, trades.name) || ')', '') AS service_name_ar
  FROM visits
  JOIN bookings ON bookings.id = visits.booking_id
  JOIN services ON services.id = bookings.service_id
  LEFT JOIN services AS trades ON trades.id = bookings.trade_id
  WHERE visits.state IN ('held', 'scheduled') AND technician_id IS NOT NULL;
