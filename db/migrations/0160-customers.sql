-- Language that the office chose for a customer without an account. Null: that of the last booking.
ALTER TABLE customers ADD COLUMN language text;
ALTER TABLE customers ADD CONSTRAINT customers_language_check
  CHECK (language ~ '^[a-z]{2}(-[A-Z]{2})?$') NOT VALID;

-- Language of the account, otherwise of the customer. A function, because most features may not read profiles.
CREATE FUNCTION language_of_customer(customer uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT profiles.language FROM customers JOIN profiles ON profiles.user_id = customers.user_id
      WHERE customers.id = customer),
    (SELECT language FROM customers WHERE id = customer),
    (SELECT language FROM bookings WHERE customer_id = customer ORDER BY requested_at DESC LIMIT 1),
    'en')
$$;
