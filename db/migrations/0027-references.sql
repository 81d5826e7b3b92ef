-- Messages and requests for a contract are spoken of by a reference, as bookings are. Numbered by a sequence, as nobody
-- needs them without gaps; the year is Dubai's.

CREATE FUNCTION reference_of(kind text, number bigint, at timestamptz) RETURNS text LANGUAGE sql STABLE
  RETURN kind || '-' || to_char(at AT TIME ZONE 'Asia/Dubai', 'YYYY') || '-'
    || lpad(number::text, greatest(6, length(number::text)), '0');

CREATE SEQUENCE message_numbers;
ALTER TABLE contact_messages
  ADD COLUMN reference text UNIQUE CHECK (reference ~ '^MS-[0-9]{4}-[0-9]{6,}$'),
  -- In which it was written, as of whoever has no account nothing else is known.
  ADD COLUMN language text NOT NULL DEFAULT 'en'
    CONSTRAINT contact_messages_language_name CHECK (language ~ '^[a-z]{2}(-[A-Z]{2})?$');
UPDATE contact_messages SET reference = reference_of('MS', number, sent_at)
  FROM (SELECT id, row_number() OVER (ORDER BY sent_at, id) AS number FROM contact_messages) AS oldest_first
  WHERE contact_messages.id = oldest_first.id;
SELECT setval('message_numbers', count(*)) FROM contact_messages HAVING count(*) > 0;
ALTER TABLE contact_messages
  ALTER COLUMN reference SET DEFAULT reference_of('MS', nextval('message_numbers'), now()),
  ALTER COLUMN reference SET NOT NULL;

CREATE SEQUENCE contract_numbers;
ALTER TABLE contracts
  ADD COLUMN reference text UNIQUE CHECK (reference ~ '^AMC-[0-9]{4}-[0-9]{6,}$');
UPDATE contracts SET reference = reference_of('AMC', number, requested_at)
  FROM (SELECT id, row_number() OVER (ORDER BY requested_at, id) AS number FROM contracts) AS oldest_first
  WHERE contracts.id = oldest_first.id;
SELECT setval('contract_numbers', count(*)) FROM contracts HAVING count(*) > 0;
ALTER TABLE contracts
  ALTER COLUMN reference SET DEFAULT reference_of('AMC', nextval('contract_numbers'), now()),
  ALTER COLUMN reference SET NOT NULL;
