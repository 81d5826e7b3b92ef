-- Who the work is done for, and where. A customer need not have an account.

CREATE TABLE customers (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id     uuid UNIQUE REFERENCES users (id) ON DELETE SET NULL,
  name        text NOT NULL,
  email       text CHECK (email = lower(email)),
  phone       text CHECK (phone ~ '^\+971[0-9]{9}$'),
  created_at  timestamptz NOT NULL,
  version     integer NOT NULL DEFAULT 1 CHECK (version > 0),
  -- Two that turn out to be one are merged. The record stays, so that its phone is still recognised and its address in the
  -- browser still leads somewhere.
  merged_into uuid REFERENCES customers (id) CHECK (merged_into <> id),
  merged_at   timestamptz,
  CHECK ((merged_into IS NULL) = (merged_at IS NULL)),
  CONSTRAINT customers_merged_cannot_sign_in CHECK (merged_into IS NULL OR user_id IS NULL)
);
CREATE INDEX customers_by_phone ON customers (phone);
CREATE INDEX customers_by_email ON customers (email);
CREATE INDEX customers_merged ON customers (merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX customers_newest ON customers (created_at DESC, id DESC) WHERE merged_into IS NULL;
CREATE INDEX customers_search ON customers USING gin
  ((name || ' ' || coalesce(phone, '') || ' ' || coalesce(email, '')) gin_trgm_ops);

CREATE TABLE properties (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  customer_id uuid NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
  street      text NOT NULL CHECK (length(street) BETWEEN 1 AND 100),
  building    text NOT NULL DEFAULT '' CHECK (length(building) <= 50),
  unit        text NOT NULL DEFAULT '' CHECK (length(unit) <= 10),
  area        text NOT NULL DEFAULT '' CHECK (length(area) <= 50),
  landmark    text NOT NULL DEFAULT '' CHECK (length(landmark) <= 100),
  makani      text CHECK (makani ~ '^[0-9]{10}$'),
  -- Whoever added it to their account; those of their bookings are theirs anyway.
  added_by    uuid REFERENCES users (id) ON DELETE SET NULL,
  created_at  timestamptz NOT NULL,
  UNIQUE (customer_id, street, building, unit, area)
);
CREATE INDEX properties_added_by ON properties (added_by) WHERE added_by IS NOT NULL;

-- What the office writes down about a customer, for itself.
CREATE TABLE customer_notes (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
  words       text NOT NULL CHECK (length(words) BETWEEN 1 AND 1000),
  author_id   uuid,
  author_name text,
  at          timestamptz NOT NULL
);
CREATE INDEX customer_notes_of ON customer_notes (customer_id, id);
