-- When the office was told by mail that an emergency waits too long: once for each of the two limits.
ALTER TABLE bookings
  ADD COLUMN unacknowledged_told_at timestamptz,
  ADD COLUMN not_arrived_told_at timestamptz;

-- The emergencies on the clock, which every page of the back office asks for, and the worker every few seconds.
CREATE INDEX bookings_emergencies ON bookings (requested_at)
  WHERE emergency AND state IN ('requested', 'confirmed', 'scheduled', 'en_route');
