-- Flags possible duplicates of added customers once per statement. Per row, an import in which thousands share an email
-- address took minutes, and its locks exceeded max_locks_per_transaction of a default server.
CREATE FUNCTION flag_owners_of(phones text[], emails text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO duplicate_customers
    SELECT DISTINCT kept FROM (
      SELECT coalesce(merged_into, id) AS kept, count(*) OVER (PARTITION BY phone) AS owners FROM customers WHERE phone = ANY (phones)
      UNION ALL
      SELECT coalesce(merged_into, id), count(*) OVER (PARTITION BY email) FROM customers WHERE email = ANY (emails)
    ) AS found WHERE owners > 1 ORDER BY kept
    ON CONFLICT DO NOTHING
$$;

-- Concurrent transactions do not see each other's customer with the same phone or email. Several rows come from an import,
-- which has locked the table before.
CREATE FUNCTION flag_duplicates_of_added() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  phones text[];
  emails text[];
BEGIN
  SELECT array_agg(DISTINCT phone) FILTER (WHERE phone IS NOT NULL), array_agg(DISTINCT email) FILTER (WHERE email IS NOT NULL)
    INTO phones, emails FROM added;
  IF (SELECT count(*) FROM added) > 1 THEN
    LOCK TABLE customers IN SHARE ROW EXCLUSIVE MODE;
  ELSE
    PERFORM pg_advisory_xact_lock(hashtextextended('customer:' || contact, 0)) FROM unnest(phones || emails) AS contact;
  END IF;
  PERFORM flag_owners_of(phones, emails);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION flag_duplicate_customers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.phone IS DISTINCT FROM OLD.phone AND NEW.phone IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('customer:' || NEW.phone, 0));
    PERFORM flag_owners_of(ARRAY[NEW.phone], '{}');
  END IF;
  IF NEW.email IS DISTINCT FROM OLD.email AND NEW.email IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('customer:' || NEW.email, 0));
    PERFORM flag_owners_of('{}', ARRAY[NEW.email]);
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER raise_duplicate_flag ON customers;
CREATE TRIGGER raise_duplicate_flag AFTER UPDATE OF phone, email ON customers
  FOR EACH ROW EXECUTE FUNCTION flag_duplicate_customers();
CREATE TRIGGER raise_duplicate_flag_of_added AFTER INSERT ON customers
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION flag_duplicates_of_added();
