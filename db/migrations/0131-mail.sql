-- Texts such as "on the way, expected at 4 PM" are not sent after an outage that lasted longer than they hold.
ALTER TABLE mails ADD COLUMN useful_until timestamptz;
