-- AMC packages on sale, and contracts: packages sold for a property, their entitlements and what bookings used of them
-- (docs/domain.md, "Packages and contracts"; docs/decisions/0036-contracts.md).

-- Null counts are unlimited.
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

-- References may have gaps, so they come from a sequence.
CREATE SEQUENCE contract_numbers;

-- One package for one property, requested or sold.
CREATE TABLE contracts (
  id                         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Such as AMC-2026-000123.
  reference                  text NOT NULL UNIQUE DEFAULT format_reference('AMC', nextval('contract_numbers'), now())
    CHECK (reference ~ '^AMC-[0-9]{4}-[0-9]{6,}$'),
  state                      text NOT NULL CHECK (state IN ('requested', 'active', 'expired', 'cancelled')),
  version                    integer NOT NULL DEFAULT 1 CHECK (version > 0),
  package_id                 text NOT NULL,
  property_type              text NOT NULL,
  -- Price on the day of the request.
  price_id                   uuid NOT NULL,
  customer_id                uuid NOT NULL REFERENCES customers (id),
  property_id                uuid NOT NULL REFERENCES properties (id),
  user_id                    uuid REFERENCES users (id) ON DELETE SET NULL,
  -- As written on the form. The customer's record may change later.
  contact_name               text NOT NULL CHECK (length(contact_name) BETWEEN 2 AND 50),
  contact_email              text NOT NULL CHECK (contact_email = lower(contact_email)),
  contact_phone              text NOT NULL CHECK (contact_phone ~ '^\+[1-9][0-9]{6,14}$'),
  address                    text NOT NULL CHECK (length(address) > 0),
  message                    text NOT NULL DEFAULT '' CHECK (length(message) <= 500),
  language                   text NOT NULL DEFAULT 'en' CHECK (language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  requested_at               timestamptz NOT NULL,
  -- Contract that this one renews.
  renews_contract_id         uuid UNIQUE REFERENCES contracts (id),
  -- Agreed terms, independent of later changes of the package. Both days are Dubai dates and inclusive.
  agreed_at                  timestamptz,
  price_fils                 bigint CHECK (price_fils > 0),
  starts_on                  date,
  ends_on                    date,
  call_out_hours             integer CHECK (call_out_hours > 0),
  emergency_fee              boolean,
  parts_discount             integer CHECK (parts_discount BETWEEN 0 AND 100),
  parts_included_fils        bigint CHECK (parts_included_fils > 0),
  payment_plan               text NOT NULL DEFAULT 'upfront' CHECK (payment_plan IN ('upfront', 'cheques')),
  activated_at               timestamptz,
  -- Last day in force of a cancelled contract; before starts_on if it never began.
  ended_on                   date,
  -- Month's end up to which revenue is recognised in the ledger.
  revenue_recognised_through date,
  -- Days before the end of the latest reminder to the customer.
  last_reminder_days         integer,
  FOREIGN KEY (price_id, package_id, property_type) REFERENCES package_prices (id, package_id, property_type),
  CONSTRAINT contracts_terms_complete_check
    CHECK (num_nonnulls(agreed_at, price_fils, starts_on, ends_on, call_out_hours, emergency_fee, parts_discount) IN (0, 7)),
  CONSTRAINT contracts_period_check CHECK (ends_on > starts_on),
  CONSTRAINT contracts_active_terms_check
    CHECK (state NOT IN ('active', 'expired') OR (agreed_at IS NOT NULL AND activated_at IS NOT NULL)),
  CONSTRAINT contracts_cancelled_ended_on_check CHECK ((state = 'cancelled') = (ended_on IS NOT NULL)),
  -- A property has one active contract at a time.
  CONSTRAINT contracts_single_active_excl EXCLUDE USING gist (property_id WITH =, daterange(starts_on, ends_on, '[]') WITH &&)
    WHERE (state = 'active')
);
CREATE INDEX ON contracts (requested_at DESC, id DESC);
CREATE INDEX ON contracts (state, requested_at DESC, id DESC);
CREATE INDEX ON contracts (customer_id, requested_at DESC);
CREATE INDEX ON contracts (property_id);
CREATE INDEX ON contracts (user_id, requested_at DESC) WHERE user_id IS NOT NULL;
CREATE INDEX ON contracts (price_id);
CREATE INDEX contracts_ending_idx ON contracts (ends_on) WHERE state = 'active';
CREATE INDEX contracts_unearned_idx ON contracts (revenue_recognised_through) WHERE activated_at IS NOT NULL;
CREATE INDEX contracts_search_idx ON contracts USING gin ((reference || ' ' || contact_name || ' ' || contact_email || ' ' || contact_phone
  || ' ' || address) gin_trgm_ops);

-- What the contract includes, copied from the package when it was agreed. Null total: unlimited.
CREATE TABLE contract_entitlements (
  contract_id uuid NOT NULL REFERENCES contracts (id) ON DELETE CASCADE,
  kind        text NOT NULL CHECK (kind IN ('ac-visit', 'check', 'call-out', 'handyman-hour')),
  -- Null if unlimited.
  total       integer CHECK (total > 0),
  PRIMARY KEY (contract_id, kind)
);

-- Entitlements used by a booking: one visit may use a call-out and handyman hours. A cancelled booking uses none.
CREATE TABLE entitlement_uses (
  -- The foreign key is added with bookings.
  booking_id       uuid NOT NULL,
  contract_id      uuid NOT NULL,
  kind             text NOT NULL,
  quantity         integer NOT NULL CHECK (quantity > 0),
  -- False for use on request.
  is_planned_visit boolean NOT NULL,
  PRIMARY KEY (booking_id, kind),
  FOREIGN KEY (contract_id, kind) REFERENCES contract_entitlements (contract_id, kind)
);
CREATE INDEX ON entitlement_uses (contract_id, kind);

-- Bookings replaces this view, because the states of bookings decide what is used.
CREATE VIEW entitlement_balances AS
  SELECT contract_id, kind, total, 0 AS used, 0 AS planned FROM contract_entitlements;

-- Concurrent uses of one entitlement wait for each other at its row, so that together they never exceed the total.
CREATE FUNCTION refuse_entitlement_overuse() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  balance record;
BEGIN
  PERFORM FROM contract_entitlements WHERE contract_id = NEW.contract_id AND kind = NEW.kind FOR UPDATE;
  SELECT * INTO balance FROM entitlement_balances WHERE contract_id = NEW.contract_id AND kind = NEW.kind;
  IF balance.total IS NOT NULL AND balance.used + balance.planned > balance.total THEN
    RAISE EXCEPTION 'Entitlement % of the contract is limited to %', NEW.kind, balance.total USING ERRCODE = 'check_violation',
      CONSTRAINT = 'entitlement_uses_limit';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER refuse_entitlement_overuse AFTER INSERT OR UPDATE ON entitlement_uses
  FOR EACH ROW EXECUTE FUNCTION refuse_entitlement_overuse();
