-- Whom a customer would have again (docs/decisions/0060-the-same-technician.md): a wish, whoever is sent. Who leaves stays a technician,
-- so that it says for ever whom they meant.
ALTER TABLE bookings ADD asked_for uuid REFERENCES technicians (id);
CREATE INDEX bookings_asked_for ON bookings (asked_for) WHERE asked_for IS NOT NULL;
