-- A paged technician who is busy offers to go; the office decides.
ALTER TABLE on_call_pages
  ADD COLUMN offered_at timestamptz,
  ADD CONSTRAINT on_call_pages_offer_check CHECK (offered_at >= paged_at);
