-- Customers that may be there twice: whose phone or email another record has, too. Kept as they are written, so that the office's list
-- of them reads these few and not all. Whoever is marked is looked at again when the list is read: a mark may outlive its reason.
CREATE TABLE customers_alike (
  customer_id uuid PRIMARY KEY REFERENCES customers (id) ON DELETE CASCADE
);

-- Of all that there are: for what was written before, and after rows were brought in past the trigger.
CREATE FUNCTION mark_alike_customers() RETURNS void LANGUAGE sql AS $$
  INSERT INTO customers_alike
    SELECT unnest(array_agg(coalesce(merged_into, id))) FROM customers WHERE phone IS NOT NULL GROUP BY phone HAVING count(*) > 1
    UNION
    SELECT unnest(array_agg(coalesce(merged_into, id))) FROM customers WHERE email IS NOT NULL GROUP BY email HAVING count(*) > 1
    ON CONFLICT DO NOTHING
$$;
SELECT mark_alike_customers();

-- Two who write the same phone or email at once wait for each other, as where a customer is matched by a phone: the second sees the first.
CREATE FUNCTION note_alike_customers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.phone IS DISTINCT FROM OLD.phone AND NEW.phone IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('customer:' || NEW.phone, 0));
    IF EXISTS (SELECT FROM customers WHERE phone = NEW.phone AND id <> NEW.id) THEN
      INSERT INTO customers_alike SELECT DISTINCT coalesce(merged_into, id) FROM customers WHERE phone = NEW.phone ORDER BY 1 ON CONFLICT DO NOTHING;
    END IF;
  END IF;
  IF NEW.email IS DISTINCT FROM OLD.email AND NEW.email IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('customer:' || NEW.email, 0));
    IF EXISTS (SELECT FROM customers WHERE email = NEW.email AND id <> NEW.id) THEN
      INSERT INTO customers_alike SELECT DISTINCT coalesce(merged_into, id) FROM customers WHERE email = NEW.email ORDER BY 1 ON CONFLICT DO NOTHING;
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER customers_alike_noted AFTER INSERT OR UPDATE OF phone, email ON customers
  FOR EACH ROW EXECUTE FUNCTION note_alike_customers();

-- What is merged is marked as the one that was kept: its lost phone and email still lead there.
CREATE FUNCTION hand_over_mark() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM customers_alike WHERE customer_id = NEW.id;
  IF FOUND THEN
    INSERT INTO customers_alike VALUES (NEW.merged_into) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER customers_alike_merged AFTER UPDATE OF merged_into ON customers
  FOR EACH ROW WHEN (NEW.merged_into IS NOT NULL) EXECUTE FUNCTION hand_over_mark();

-- What is counted of a day's or a month's visits is read from the index alone.
DROP INDEX visits_by_start;
CREATE INDEX visits_by_start ON visits (starts_at) INCLUDE (technician_id, booking_id, state) WHERE live;
-- Visits that somebody is sent to and that are not over: few, however many there were.
CREATE INDEX visits_ahead ON visits (booking_id) WHERE technician_id IS NOT NULL AND state IN ('scheduled', 'en_route', 'on_site');
