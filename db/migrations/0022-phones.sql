-- Phones as ITU-T E.164 has them: + and the country's code, 15 digits at most. Until now every number had nine digits
-- behind +971, so that the landline 04 555 0100 was kept as +971045550100.

ALTER TABLE customers DROP CONSTRAINT customers_phone_check;
ALTER TABLE technicians DROP CONSTRAINT technicians_phone_check;
ALTER TABLE bookings DROP CONSTRAINT bookings_contact_phone_check;
ALTER TABLE contracts DROP CONSTRAINT contracts_contact_phone_check;
ALTER TABLE contact_messages DROP CONSTRAINT contact_messages_phone_check;
ALTER TABLE profiles DROP CONSTRAINT profiles_phone_check;

-- Two customers may have one number from here on: the office's list shows them as alike, to be merged or not.
UPDATE customers SET phone = '+971' || substr(phone, 6) WHERE phone ~ '^\+9710[234679][0-9]{7}$';
UPDATE technicians SET phone = '+971' || substr(phone, 6) WHERE phone ~ '^\+9710[234679][0-9]{7}$';
UPDATE bookings SET contact_phone = '+971' || substr(contact_phone, 6)
  WHERE contact_phone ~ '^\+9710[234679][0-9]{7}$';
UPDATE contracts SET contact_phone = '+971' || substr(contact_phone, 6)
  WHERE contact_phone ~ '^\+9710[234679][0-9]{7}$';
UPDATE contact_messages SET phone = '+971' || substr(phone, 6) WHERE phone ~ '^\+9710[234679][0-9]{7}$';
UPDATE profiles SET phone = '+971' || substr(phone, 6) WHERE phone ~ '^\+9710[234679][0-9]{7}$';

ALTER TABLE customers ADD CONSTRAINT customers_phone_check CHECK (phone ~ '^\+[1-9][0-9]{6,14}$');
ALTER TABLE technicians ADD CONSTRAINT technicians_phone_check CHECK (phone ~ '^\+[1-9][0-9]{6,14}$');
ALTER TABLE bookings ADD CONSTRAINT bookings_contact_phone_check
  CHECK (contact_phone ~ '^\+[1-9][0-9]{6,14}$');
ALTER TABLE contracts ADD CONSTRAINT contracts_contact_phone_check
  CHECK (contact_phone ~ '^\+[1-9][0-9]{6,14}$');
ALTER TABLE contact_messages ADD CONSTRAINT contact_messages_phone_check
  CHECK (phone ~ '^\+[1-9][0-9]{6,14}$');
ALTER TABLE profiles ADD CONSTRAINT profiles_phone_check CHECK (phone ~ '^\+[1-9][0-9]{6,14}$');
