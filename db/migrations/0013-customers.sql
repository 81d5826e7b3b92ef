-- Customers, notes about them, and duplicates. A customer need not have an account.

CREATE TABLE customers (
  id                uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id           uuid UNIQUE REFERENCES users (id) ON DELETE SET NULL,
  name              text NOT NULL,
  email             text CHECK (email = lower(email)),
  -- E.164.
  phone             text CHECK (phone ~ '^\+[1-9][0-9]{6,14}$'),
  -- Party on invoices, if that is not the person.
  company           text CHECK (length(company) BETWEEN 1 AND 120),
  billing_address   text CHECK (length(billing_address) BETWEEN 1 AND 300),
  trn               text CHECK (trn ~ '^1[0-9]{14}$'),
  -- For electronic invoices: postal address in parts, network address, and an identifier for companies without a TRN.
  billing_street    text CHECK (length(billing_street) BETWEEN 1 AND 120),
  billing_city      text CHECK (length(billing_city) BETWEEN 1 AND 60),
  billing_emirate   text CHECK (billing_emirate IN ('AUH', 'DXB', 'SHJ', 'AJM', 'UAQ', 'RAK', 'FUJ')),
  e_address         text CHECK (e_address ~ '^(1[0-9]{9}|9900000098)$'),
  trade_licence     text CHECK (length(trade_licence) BETWEEN 1 AND 40),
  -- False if payment reminders are off for this customer.
  payment_reminders boolean NOT NULL DEFAULT true,
  created_at        timestamptz NOT NULL,
  -- Incremented by every change of the office.
  version           integer NOT NULL DEFAULT 1 CHECK (version > 0),
  -- A merged record stays, so that its phone is still recognised and its address in the browser redirects.
  merged_into       uuid REFERENCES customers (id),
  merged_at         timestamptz,
  CONSTRAINT customers_not_merged_into_self_check CHECK (merged_into <> id),
  CONSTRAINT customers_merge_complete_check CHECK ((merged_into IS NULL) = (merged_at IS NULL)),
  CONSTRAINT customers_merged_without_user_check CHECK (merged_into IS NULL OR user_id IS NULL)
);
CREATE INDEX ON customers (phone);
CREATE INDEX ON customers (email);
CREATE INDEX ON customers (merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX customers_newest_idx ON customers (created_at DESC, id DESC) WHERE merged_into IS NULL;
CREATE INDEX customers_name_idx ON customers (lower(name), id) WHERE merged_into IS NULL;
CREATE INDEX customers_search_idx ON customers USING gin ((name || ' ' || coalesce(phone, '') || ' ' || coalesce(email, '')
  || ' ' || coalesce(company, '') || ' ' || coalesce(trn, '')) gin_trgm_ops);

-- Internal notes of the office.
CREATE TABLE customer_notes (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id    uuid NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
  text           text NOT NULL CHECK (length(text) BETWEEN 1 AND 1000),
  -- Also shown to the technicians of the customer's visits: gate code, parking, dog.
  for_technician boolean NOT NULL DEFAULT false,
  author_id      uuid,
  author_name    text,
  at             timestamptz NOT NULL
);
CREATE INDEX ON customer_notes (customer_id, id);

-- Possible duplicates: customers that share a phone or email with another record. Written by triggers, so that the office's list
-- reads these few rows only. A row may outlive its reason: the list checks each again.
CREATE TABLE duplicate_customers (
  customer_id uuid PRIMARY KEY REFERENCES customers (id) ON DELETE CASCADE
);

-- The advisory lock lets the second of two concurrent writers of one phone or email see the first. The same lock guards
-- matching a customer by phone.
CREATE FUNCTION flag_duplicate_customers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.phone IS DISTINCT FROM OLD.phone AND NEW.phone IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('customer:' || NEW.phone, 0));
    IF EXISTS (SELECT FROM customers WHERE phone = NEW.phone AND id <> NEW.id) THEN
      INSERT INTO duplicate_customers SELECT DISTINCT coalesce(merged_into, id) FROM customers WHERE phone = NEW.phone ORDER BY 1 ON CONFLICT DO NOTHING;
    END IF;
  END IF;
  IF NEW.email IS DISTINCT FROM OLD.email AND NEW.email IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('customer:' || NEW.email, 0));
    IF EXISTS (SELECT FROM customers WHERE email = NEW.email AND id <> NEW.id) THEN
      INSERT INTO duplicate_customers SELECT DISTINCT coalesce(merged_into, id) FROM customers WHERE email = NEW.email ORDER BY 1 ON CONFLICT DO NOTHING;
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER raise_duplicate_flag AFTER INSERT OR UPDATE OF phone, email ON customers
  FOR EACH ROW EXECUTE FUNCTION flag_duplicate_customers();

-- Phone and email of a merged record still lead to the record it was merged into, so the flag moves there.
CREATE FUNCTION move_duplicate_flag() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM duplicate_customers WHERE customer_id = NEW.id;
  IF FOUND THEN
    INSERT INTO duplicate_customers VALUES (NEW.merged_into) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER move_duplicate_flag AFTER UPDATE OF merged_into ON customers
  FOR EACH ROW WHEN (NEW.merged_into IS NOT NULL) EXECUTE FUNCTION move_duplicate_flag();

-- Flags all duplicates, for rows that were inserted without the trigger.
CREATE FUNCTION flag_all_duplicate_customers() RETURNS void LANGUAGE sql AS $$
  INSERT INTO duplicate_customers
    SELECT unnest(array_agg(coalesce(merged_into, id))) FROM customers WHERE phone IS NOT NULL GROUP BY phone HAVING count(*) > 1
    UNION
    SELECT unnest(array_agg(coalesce(merged_into, id))) FROM customers WHERE email IS NOT NULL GROUP BY email HAVING count(*) > 1
    ON CONFLICT DO NOTHING
$$;
