-- Renewal by quote (docs/decisions/0050-renewal-quotes.md): a quote may offer the contract that goes on from another.

ALTER TABLE quotes
  ADD COLUMN renews_id uuid REFERENCES contracts (id),
  -- A contract is paid by its own invoice, and by no deposit.
  ADD CONSTRAINT quotes_renewals_without_deposit CHECK (renews_id IS NULL OR deposit_fils = 0),
  ADD CONSTRAINT quotes_renewals_cost CHECK (renews_id IS NULL OR state IN ('draft', 'withdrawn') OR total_fils > 0);
CREATE INDEX quotes_of_contract ON quotes (renews_id) WHERE renews_id IS NOT NULL;
-- One offer at a time.
CREATE UNIQUE INDEX quotes_one_renewal_open ON quotes (renews_id) WHERE state IN ('draft', 'sent', 'viewed', 'changes_requested');

-- What is offered with it, as the package was when the quote was drafted; its price is the quote's.
CREATE TABLE contract_offers (
  quote_id            uuid PRIMARY KEY REFERENCES quotes (id) ON DELETE CASCADE,
  package_id          text NOT NULL,
  property_type       text NOT NULL,
  price_id            uuid NOT NULL,
  starts_on           date NOT NULL,
  pays                text NOT NULL CHECK (pays IN ('at-once', 'cheques')),
  ac_visits           integer NOT NULL CHECK (ac_visits >= 0),
  checks              integer NOT NULL CHECK (checks >= 0),
  call_outs           integer CHECK (call_outs >= 0),
  call_out_hours      integer NOT NULL CHECK (call_out_hours > 0),
  handyman_hours      integer NOT NULL CHECK (handyman_hours >= 0),
  emergency_fee       boolean NOT NULL,
  parts_discount      integer NOT NULL CHECK (parts_discount BETWEEN 0 AND 100),
  parts_included_fils bigint CHECK (parts_included_fils > 0),
  -- The contract that the approved quote became.
  next_id             uuid UNIQUE REFERENCES contracts (id),
  FOREIGN KEY (price_id, package_id, property_type) REFERENCES package_prices (id, package_id, property_type)
);
CREATE INDEX contract_offers_of_price ON contract_offers (price_id, package_id, property_type);

-- Nothing is offered or approved that would renew a contract twice, or one that was cancelled. Whoever renews it otherwise at the same
-- moment waits at the contract.
CREATE FUNCTION refuse_second_renewal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM contracts WHERE id = NEW.renews_id AND state IN ('active', 'expired') FOR UPDATE;
  IF NOT FOUND OR EXISTS (SELECT FROM contracts WHERE renews_id = NEW.renews_id AND state <> 'cancelled') THEN
    RAISE EXCEPTION 'Quote % renews a contract that is renewed or cancelled', NEW.reference USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER quotes_renew_once BEFORE UPDATE OF state ON quotes FOR EACH ROW
  WHEN (NEW.renews_id IS NOT NULL AND NEW.state IN ('sent', 'approved') AND OLD.state <> NEW.state)
  EXECUTE FUNCTION refuse_second_renewal();
