-- Somebody who calls may have no email: then there is the phone alone, which every booking has. Visitors' forms ask for both.
ALTER TABLE bookings ALTER COLUMN contact_email DROP NOT NULL;
DROP INDEX bookings_search;
CREATE INDEX bookings_search ON bookings USING gin ((reference || ' ' || contact_name || ' ' || contact_phone || ' '
  || coalesce(contact_email, '') || ' ' || area) gin_trgm_ops);
