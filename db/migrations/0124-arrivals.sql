-- The list of bookings is narrowed down by when somebody arrived, as analytics counts who came on time.
CREATE INDEX visits_by_arrival ON visits (arrived_at) INCLUDE (booking_id, technician_id) WHERE arrived_at IS NOT NULL;
