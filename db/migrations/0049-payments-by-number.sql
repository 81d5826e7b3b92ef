-- Payments of one day stand in the order of their receipts.
CREATE INDEX payments_by_number ON payments (received_on DESC, reference DESC);
DROP INDEX payments_newest;
