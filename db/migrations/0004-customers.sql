CREATE TABLE customers (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id    uuid UNIQUE REFERENCES users (id) ON DELETE SET NULL,
  name       text NOT NULL,
  email      text CHECK (email = lower(email)),
  phone      text CHECK (phone ~ '^\+971[0-9]{9}$'),
  created_at timestamptz NOT NULL
);
CREATE INDEX customers_by_phone ON customers (phone);
CREATE INDEX customers_by_email ON customers (email);

CREATE TABLE properties (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
  street      text NOT NULL CHECK (length(street) BETWEEN 1 AND 100),
  building    text NOT NULL DEFAULT '' CHECK (length(building) <= 50),
  unit        text NOT NULL DEFAULT '' CHECK (length(unit) <= 10),
  area        text NOT NULL DEFAULT '' CHECK (length(area) <= 50),
  landmark    text NOT NULL DEFAULT '' CHECK (length(landmark) <= 100),
  makani      text CHECK (makani ~ '^[0-9]{10}$'),
  created_at  timestamptz NOT NULL,
  UNIQUE (customer_id, street, building, unit, area)
);
