-- A booking's number needs no row of numbers without gaps, as an invoice's does: it comes from a sequence, so that nobody waits for
-- whoever took the one before. Numbers begin anew with each year: `before` is what the sequence had given when the year began.
CREATE SEQUENCE booking_numbers;
CREATE TABLE booking_years (
  year   integer PRIMARY KEY CHECK (year BETWEEN 2020 AND 2200),
  before bigint NOT NULL CHECK (before >= 0)
);

-- Goes on from what `counters` has counted.
CREATE FUNCTION count_bookings_on() RETURNS void LANGUAGE sql AS $$
  INSERT INTO booking_years (year, before)
    SELECT year, max(value) OVER () - value FROM counters WHERE kind = 'BK';
  SELECT setval('booking_numbers', max(value)) FROM counters WHERE kind = 'BK' AND value > 0 HAVING max(value) > 0;
$$;
SELECT count_bookings_on();

CREATE FUNCTION given_booking_numbers() RETURNS bigint LANGUAGE sql AS $$
  SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM booking_numbers
$$;

-- The next numbers of a year, in order. Where the year's first transaction is undone, its year begins anew and later.
CREATE FUNCTION take_booking_numbers(of_year integer, wanted integer) RETURNS SETOF integer LANGUAGE plpgsql AS $$
DECLARE
  begun bigint;
  number bigint;
BEGIN
  SELECT before INTO begun FROM booking_years WHERE year = of_year;
  IF NOT FOUND THEN
    INSERT INTO booking_years VALUES (of_year, given_booking_numbers()) ON CONFLICT DO NOTHING;
    SELECT before INTO begun FROM booking_years WHERE year = of_year;
  END IF;
  FOR taken IN 1 .. wanted LOOP
    number := nextval('booking_numbers') - begun;
    IF number > 999999 THEN
      RAISE 'The booking numbers of % are at their end', of_year USING ERRCODE = 'check_violation', CONSTRAINT = 'booking_numbers_end';
    END IF;
    RETURN NEXT number;
  END LOOP;
END $$;

-- A process of the version before still counts up in `counters` while this one takes its place: it gets a number of the sequence.
CREATE FUNCTION count_booking_by_sequence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT max(number) INTO NEW.value FROM take_booking_numbers(NEW.year, NEW.value - OLD.value) AS number;
  RETURN NEW;
END $$;
CREATE TRIGGER counters_of_bookings BEFORE UPDATE ON counters FOR EACH ROW WHEN (NEW.kind = 'BK' AND NEW.value > OLD.value)
  EXECUTE FUNCTION count_booking_by_sequence();

-- The last number of each kind that was given, by year; of bookings that of the year that numbers are taken from.
CREATE VIEW last_numbers AS
  SELECT kind, year, value FROM counters WHERE kind <> 'BK'
  UNION ALL
  SELECT 'BK', year, (given_booking_numbers() - before)::integer FROM booking_years
  WHERE year = (SELECT max(year) FROM booking_years);

-- A booking's property belongs to its customer. Checked at commit: where two customers become one, their bookings and properties
-- change hands one after the other.
INSERT INTO properties (customer_id, street, building, unit, area, landmark, created_at)
  SELECT DISTINCT ON (bookings.customer_id, street, building, unit, properties.area)
    bookings.customer_id, street, building, unit, properties.area, landmark, properties.created_at
  FROM bookings JOIN properties ON properties.id = bookings.property_id
  WHERE properties.customer_id <> bookings.customer_id
  ON CONFLICT DO NOTHING;
UPDATE bookings SET property_id = own.id
  FROM properties JOIN properties AS own USING (street, building, unit, area)
  WHERE properties.id = bookings.property_id AND properties.customer_id <> bookings.customer_id AND own.customer_id = bookings.customer_id;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
ALTER TABLE properties ADD CONSTRAINT properties_with_customer UNIQUE (id, customer_id);
ALTER TABLE bookings ADD CONSTRAINT bookings_property_of_customer FOREIGN KEY (property_id, customer_id)
  REFERENCES properties (id, customer_id) DEFERRABLE INITIALLY DEFERRED;
