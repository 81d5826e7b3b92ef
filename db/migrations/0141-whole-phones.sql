-- A whole phone number is looked for as it is: the index of parts reads the long lists of all its digits.
CREATE INDEX bookings_by_phone ON bookings (contact_phone);
