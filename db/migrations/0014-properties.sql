-- Addresses of customers.
CREATE TABLE properties (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
  street      text NOT NULL CHECK (length(street) BETWEEN 1 AND 100),
  building    text NOT NULL DEFAULT '' CHECK (length(building) <= 50),
  unit        text NOT NULL DEFAULT '' CHECK (length(unit) <= 10),
  area        text NOT NULL DEFAULT '' CHECK (length(area) <= 50),
  landmark    text NOT NULL DEFAULT '' CHECK (length(landmark) <= 100),
  makani      text CHECK (makani ~ '^[0-9]{10}$'),
  -- User who added it to the account. Null: it came with a booking.
  added_by    uuid REFERENCES users (id) ON DELETE SET NULL,
  created_at  timestamptz NOT NULL,
  UNIQUE (customer_id, street, building, unit, area),
  -- Target of foreign keys that tie a property to its customer.
  UNIQUE (id, customer_id)
);
CREATE INDEX ON properties (added_by) WHERE added_by IS NOT NULL;
CREATE INDEX properties_search_idx ON properties USING gin
  ((street || ' ' || building || ' ' || unit || ' ' || area) gin_trgm_ops);
