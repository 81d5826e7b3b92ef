-- AMC packages on sale. Null counts have no limit.
CREATE TABLE packages (
  id                   text PRIMARY KEY CHECK (id ~ '^[a-z-]+$'),
  name                 text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  summary              text NOT NULL,
  ac_visits            integer NOT NULL CHECK (ac_visits BETWEEN 0 AND 12),
  checks               integer NOT NULL CHECK (checks BETWEEN 0 AND 12),
  call_outs            integer CHECK (call_outs >= 0),
  call_out_hours       integer NOT NULL CHECK (call_out_hours BETWEEN 1 AND 8),
  handyman_hours       integer NOT NULL CHECK (handyman_hours >= 0),
  emergency_fee        boolean NOT NULL,
  parts_discount       integer NOT NULL DEFAULT 0 CHECK (parts_discount BETWEEN 0 AND 100),
  -- Up to this price (AED incl. VAT, in fils) a part costs nothing.
  parts_included_fils  bigint CHECK (parts_included_fils > 0),
  recommended          boolean NOT NULL DEFAULT false,
  position             integer NOT NULL,
  active               boolean NOT NULL DEFAULT true
);
CREATE UNIQUE INDEX packages_one_recommended ON packages (recommended) WHERE recommended;

-- Never changed in place: a new row takes effect, the past is kept.
CREATE TABLE package_prices (
  id             uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  package_id     text NOT NULL REFERENCES packages (id),
  property_type  text NOT NULL CHECK (property_type IN ('apartment-1br', 'apartment-3br', 'villa-3br', 'villa-4br')),
  -- AED a year including VAT, in fils.
  price_fils     bigint NOT NULL CHECK (price_fils > 0),
  effective_from date NOT NULL,
  UNIQUE (package_id, property_type, effective_from),
  UNIQUE (id, package_id, property_type)
);

-- One package sold, or asked for, for one property. The price is the one of the day of asking.
CREATE TABLE contracts (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  state         text NOT NULL CHECK (state IN ('requested', 'active', 'expired', 'cancelled')),
  package_id    text NOT NULL,
  property_type text NOT NULL,
  price_id      uuid NOT NULL,
  customer_id   uuid NOT NULL REFERENCES customers (id),
  property_id   uuid NOT NULL REFERENCES properties (id),
  user_id       uuid REFERENCES users (id) ON DELETE SET NULL,
  -- What was written on the form, kept as it was: the customer's record may change later.
  contact_name  text NOT NULL CHECK (length(contact_name) BETWEEN 2 AND 50),
  contact_email text NOT NULL CHECK (contact_email = lower(contact_email)),
  contact_phone text NOT NULL CHECK (contact_phone ~ '^\+971[0-9]{9}$'),
  address       text NOT NULL CHECK (length(address) > 0),
  message       text NOT NULL DEFAULT '' CHECK (length(message) <= 500),
  requested_at  timestamptz NOT NULL,
  -- The price is one of this package, for this kind of property.
  FOREIGN KEY (price_id, package_id, property_type) REFERENCES package_prices (id, package_id, property_type)
);
CREATE INDEX contracts_newest ON contracts (requested_at DESC, id DESC);
CREATE INDEX contracts_of_customer ON contracts (customer_id, requested_at DESC);
CREATE INDEX contracts_of_property ON contracts (property_id);
CREATE INDEX contracts_of_user ON contracts (user_id, requested_at DESC) WHERE user_id IS NOT NULL;

SELECT watch_content('packages');
SELECT watch_content('package_prices');
