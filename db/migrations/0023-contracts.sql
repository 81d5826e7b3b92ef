-- Contracts: packages sold for a property, their entitlements and what bookings used of them (docs/domain.md, "Packages and
-- contracts"; docs/decisions/0036-contracts.md).

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

-- Agreed terms are final once the contract is active or invoiced.
CREATE FUNCTION refuse_contract_terms_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.activated_at IS NOT NULL OR EXISTS (SELECT FROM invoices WHERE contract_id = OLD.id) THEN
    RAISE EXCEPTION 'The agreed terms of contract % are immutable', OLD.reference USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refuse_contract_terms_change BEFORE UPDATE ON contracts FOR EACH ROW
  WHEN (OLD.agreed_at IS NOT NULL AND (OLD.price_fils, OLD.starts_on, OLD.ends_on, OLD.package_id, OLD.property_type, OLD.call_out_hours,
      OLD.emergency_fee, OLD.parts_discount, OLD.parts_included_fils)
    IS DISTINCT FROM (NEW.price_fils, NEW.starts_on, NEW.ends_on, NEW.package_id, NEW.property_type, NEW.call_out_hours,
      NEW.emergency_fee, NEW.parts_discount, NEW.parts_included_fils))
  EXECUTE FUNCTION refuse_contract_terms_change();

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
  booking_id       uuid NOT NULL REFERENCES bookings (id) ON DELETE CASCADE,
  contract_id      uuid NOT NULL,
  kind             text NOT NULL,
  quantity         integer NOT NULL CHECK (quantity > 0),
  -- False for use on request.
  is_planned_visit boolean NOT NULL,
  PRIMARY KEY (booking_id, kind),
  FOREIGN KEY (contract_id, kind) REFERENCES contract_entitlements (contract_id, kind)
);
CREATE INDEX ON entitlement_uses (contract_id, kind);

-- Used: the work is done, or the booking was closed after no access. Planned: all other bookings that are not cancelled.
CREATE VIEW entitlement_balances AS
  SELECT entitled.contract_id, entitled.kind, entitled.total,
    coalesce(sum(quantity) FILTER (WHERE state IN ('work_done', 'completed', 'closed')), 0)::integer AS used,
    coalesce(sum(quantity) FILTER (WHERE state NOT IN ('work_done', 'completed', 'closed', 'cancelled', 'declined')), 0)::integer AS planned
  FROM contract_entitlements AS entitled
  LEFT JOIN entitlement_uses AS used ON used.contract_id = entitled.contract_id AND used.kind = entitled.kind
  LEFT JOIN bookings ON bookings.id = used.booking_id
  GROUP BY entitled.contract_id, entitled.kind;

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

ALTER TABLE booking_lines ADD FOREIGN KEY (contract_id) REFERENCES contracts (id);
CREATE INDEX ON booking_lines (contract_id) WHERE contract_id IS NOT NULL;
