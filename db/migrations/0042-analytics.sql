-- Arrivals are on time within the grace period of the visit.
CREATE OR REPLACE FUNCTION compute_tallies(v visits) RETURNS SETOF tally LANGUAGE sql STABLE AS $$
  SELECT 'visit-hour', dubai_day(v.starts_at), '', dubai_hour(v.starts_at), 1 WHERE v.live AND v.lead_visit_id IS NULL
  UNION ALL
  SELECT 'booked-seconds', dubai_day(day), v.technician_id::text, 0,
    round(extract(epoch FROM least(upper(v.during), day + interval '1 day') - greatest(lower(v.during), day)))::bigint
  FROM generate_series(date_trunc('day', lower(v.during), 'Asia/Dubai'), upper(v.during), interval '1 day') AS day
  WHERE v.live AND v.technician_id IS NOT NULL AND NOT isempty(v.during) AND day < upper(v.during)
  UNION ALL
  SELECT 'finished-visit', dubai_day(v.ended_at), v.technician_id::text, 0, 1
  WHERE v.state = 'work_done' AND v.technician_id IS NOT NULL AND v.ended_at IS NOT NULL AND NOT v.superseded AND v.lead_visit_id IS NULL
  UNION ALL
  SELECT 'warranty-return', dubai_day(v.ended_at), v.technician_id::text, 0, 1 WHERE v.led_to_warranty
  UNION ALL
  -- Sum over all technicians, so that reports add up a hundred times fewer rows.
  SELECT 'finished-work', dubai_day(v.ended_at), CASE WHEN v.led_to_warranty THEN 'warranty-return' ELSE 'fixed' END, 0, 1
  WHERE v.state = 'work_done' AND v.technician_id IS NOT NULL AND v.ended_at IS NOT NULL AND NOT v.superseded AND v.lead_visit_id IS NULL
  UNION ALL
  SELECT 'worked-seconds', dubai_day(v.ended_at), v.technician_id::text, 0,
    greatest(0, round(extract(epoch FROM v.ended_at - coalesce(v.arrived_at, v.starts_at))))::bigint
  WHERE v.state IN ('work_done', 'on_hold') AND v.technician_id IS NOT NULL AND v.ended_at IS NOT NULL
  UNION ALL
  SELECT 'arrival', dubai_day(v.arrived_at), v.technician_id::text,
    (v.arrived_at <= CASE WHEN emergency THEN requested_at + interval '120 minutes' ELSE v.starts_at + make_interval(mins => v.grace_min) END)::integer, 1
  FROM bookings WHERE id = v.booking_id AND v.technician_id IS NOT NULL AND v.arrived_at IS NOT NULL AND v.lead_visit_id IS NULL
$$;
