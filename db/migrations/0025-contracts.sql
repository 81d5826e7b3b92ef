-- Renewal offers. The contracts themselves are in packages.

-- Terms of a renewal, copied from the package when the quote was drafted. The price is the quote's.
CREATE TABLE renewal_offers (
  quote_id            uuid PRIMARY KEY REFERENCES quotes (id) ON DELETE CASCADE,
  package_id          text NOT NULL,
  property_type       text NOT NULL,
  price_id            uuid NOT NULL,
  starts_on           date NOT NULL,
  payment_plan        text NOT NULL CHECK (payment_plan IN ('upfront', 'cheques')),
  ac_visits           integer NOT NULL CHECK (ac_visits >= 0),
  checks              integer NOT NULL CHECK (checks >= 0),
  -- Null: unlimited.
  call_outs           integer CHECK (call_outs >= 0),
  call_out_hours      integer NOT NULL CHECK (call_out_hours > 0),
  handyman_hours      integer NOT NULL CHECK (handyman_hours >= 0),
  emergency_fee       boolean NOT NULL,
  parts_discount      integer NOT NULL CHECK (parts_discount BETWEEN 0 AND 100),
  parts_included_fils bigint CHECK (parts_included_fils > 0),
  -- Contract created by the approval.
  renewed_contract_id uuid UNIQUE REFERENCES contracts (id),
  FOREIGN KEY (price_id, package_id, property_type) REFERENCES package_prices (id, package_id, property_type)
);
CREATE INDEX ON renewal_offers (price_id, package_id, property_type);
