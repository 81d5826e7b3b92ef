-- A service has its page from the first moment: what nobody has booked, priced or learned goes with it.
ALTER TABLE service_pages
  DROP CONSTRAINT service_pages_service_id_fkey,
  ADD CONSTRAINT service_pages_service_id_fkey FOREIGN KEY (service_id) REFERENCES services (id) ON DELETE CASCADE;
