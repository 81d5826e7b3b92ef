-- Confirming a booking schedules the visit that was held for it. Of what was confirmed before that was so, the visits ahead
-- are scheduled here. Their customers were told those times, so nobody is told again; what is over stays as it is, and
-- the office finds it in its list.
WITH scheduled AS (
  UPDATE visits SET state = 'scheduled'
  FROM bookings
  WHERE bookings.id = visits.booking_id AND bookings.state = 'confirmed'
    AND visits.state = 'held' AND visits.technician_id IS NOT NULL AND visits.ends_at > now()
  RETURNING visits.id, visits.booking_id, visits.technician_id,
    to_char(visits.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS starts_at,
    to_char(visits.ends_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS ends_at
), first AS (
  SELECT DISTINCT ON (booking_id) * FROM scheduled ORDER BY booking_id, starts_at
), moved AS (
  UPDATE bookings SET state = 'scheduled', version = version + 1
  FROM first WHERE bookings.id = first.booking_id
  RETURNING bookings.id, bookings.version, first.id AS visit_id, first.technician_id, first.starts_at, first.ends_at
), told AS (
  INSERT INTO trail (at, type, actor_role, subject_type, subject_id, data, request_id)
  SELECT now(), 'booking.technician-assigned', 'system', 'booking', id::text,
    jsonb_build_object('visitId', visit_id, 'technicianId', technician_id, 'fromStartsAt', starts_at, 'confirms', false),
    'migration'
  FROM moved
)
INSERT INTO booking_moves (booking_id, move, from_state, to_state, from_version, detail, actor_role, at)
SELECT id, 'assign', 'confirmed', 'scheduled', version - 1,
  jsonb_build_object('visitId', visit_id, 'before', place, 'after', place), 'system', now()
FROM moved, LATERAL (
  SELECT jsonb_build_object('technicianId', technician_id, 'startsAt', starts_at, 'endsAt', ends_at) AS place) AS places;
