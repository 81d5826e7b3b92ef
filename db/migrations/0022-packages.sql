-- AMC packages on sale (docs/domain.md, "Packages and contracts"). Null counts are unlimited.
CREATE TABLE packages (
  id                  text PRIMARY KEY CHECK (id ~ '^[a-z-]+$'),
  name                text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  summary             text NOT NULL,
  ac_visits           integer NOT NULL CHECK (ac_visits BETWEEN 0 AND 12),
  checks              integer NOT NULL CHECK (checks BETWEEN 0 AND 12),
  call_outs           integer CHECK (call_outs >= 0),
  call_out_hours      integer NOT NULL CHECK (call_out_hours BETWEEN 1 AND 8),
  handyman_hours      integer NOT NULL CHECK (handyman_hours >= 0),
  emergency_fee       boolean NOT NULL,
  -- Percent.
  parts_discount      integer NOT NULL DEFAULT 0 CHECK (parts_discount BETWEEN 0 AND 100),
  -- Parts up to this price in fils including VAT are free.
  parts_included_fils bigint CHECK (parts_included_fils > 0),
  recommended         boolean NOT NULL DEFAULT false,
  position            integer NOT NULL,
  active              boolean NOT NULL DEFAULT true
);
CREATE UNIQUE INDEX packages_single_recommended_key ON packages (recommended) WHERE recommended;
SELECT watch_content('packages');

-- Contracts refer to a price, so a new row takes effect from its day instead of a change.
CREATE TABLE package_prices (
  id             uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  package_id     text NOT NULL REFERENCES packages (id),
  property_type  text NOT NULL CHECK (property_type IN ('apartment-1br', 'apartment-3br', 'villa-3br', 'villa-4br')),
  -- Per year, in fils including VAT.
  price_fils     bigint NOT NULL CHECK (price_fils > 0),
  effective_from date NOT NULL,
  UNIQUE (package_id, property_type, effective_from),
  -- Target of foreign keys that tie a price to its package and property type.
  UNIQUE (id, package_id, property_type)
);
SELECT watch_content('package_prices');
CREATE TRIGGER refuse_price_change BEFORE UPDATE ON package_prices
  FOR EACH ROW EXECUTE FUNCTION refuse_price_change();
