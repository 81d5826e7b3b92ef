-- The office searches by building, too: bookings by their whole address, customers by all of theirs.
DROP INDEX bookings_search;
CREATE INDEX bookings_search ON bookings USING gin ((reference || ' ' || contact_name || ' ' || contact_phone || ' '
  || coalesce(contact_email, '') || ' ' || area || ' ' || address) gin_trgm_ops);
CREATE INDEX properties_search ON properties USING gin
  ((street || ' ' || building || ' ' || unit || ' ' || area) gin_trgm_ops);
