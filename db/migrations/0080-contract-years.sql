-- A contract's year (docs/domain.md, "Packages and contracts"; docs/decisions/0036-contract-years.md): what was agreed, what it entitles
-- to and what was used of it, and its price as it is earned.

ALTER TABLE contracts
  ADD COLUMN version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  -- What was agreed, as it stays whatever becomes of the package. Days are Dubai's, both of them in force.
  ADD COLUMN agreed_at timestamptz,
  ADD COLUMN price_fils bigint CHECK (price_fils > 0),
  ADD COLUMN starts_on date,
  ADD COLUMN ends_on date,
  ADD COLUMN pays text NOT NULL DEFAULT 'at-once' CHECK (pays IN ('at-once', 'cheques')),
  ADD COLUMN call_out_hours integer CHECK (call_out_hours > 0),
  ADD COLUMN emergency_fee boolean,
  ADD COLUMN parts_discount integer CHECK (parts_discount BETWEEN 0 AND 100),
  ADD COLUMN parts_included_fils bigint CHECK (parts_included_fils > 0),
  ADD COLUMN activated_at timestamptz,
  -- Of one that was cancelled its last day in force, which lies before its first one where it never began.
  ADD COLUMN ended_on date,
  -- The one that goes on from it.
  ADD COLUMN renews_id uuid UNIQUE REFERENCES contracts (id),
  -- The month's end up to which what is earned of it stands in the journal.
  ADD COLUMN earned_through date,
  -- When its customer was told that it ends, the last time.
  ADD COLUMN ending_told_days integer,
  ADD CONSTRAINT contracts_agreed_whole CHECK (num_nonnulls(agreed_at, price_fils, starts_on, ends_on, call_out_hours, emergency_fee, parts_discount) IN (0, 7)),
  ADD CONSTRAINT contracts_year CHECK (ends_on > starts_on),
  ADD CONSTRAINT contracts_active_are_agreed CHECK (state NOT IN ('active', 'expired') OR (agreed_at IS NOT NULL AND activated_at IS NOT NULL)),
  ADD CONSTRAINT contracts_cancelled_have_a_day CHECK ((state = 'cancelled') = (ended_on IS NOT NULL)),
  -- Two contracts never hold for one property on one day.
  ADD CONSTRAINT contracts_one_at_a_time EXCLUDE USING gist (property_id WITH =, daterange(starts_on, ends_on, '[]') WITH &&)
    WHERE (state = 'active');
CREATE INDEX contracts_by_state ON contracts (state, requested_at DESC, id DESC);
CREATE INDEX contracts_ending ON contracts (ends_on) WHERE state = 'active';
CREATE INDEX contracts_unearned ON contracts (earned_through) WHERE activated_at IS NOT NULL;

-- What was agreed stays once the contract is active, or an invoice is made of it.
CREATE FUNCTION refuse_change_of_agreed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.activated_at IS NOT NULL OR EXISTS (SELECT FROM invoices WHERE contract_id = OLD.id) THEN
    RAISE EXCEPTION 'What was agreed with contract % stays as it is', OLD.reference USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER contracts_agreed_stay BEFORE UPDATE ON contracts FOR EACH ROW
  WHEN (OLD.agreed_at IS NOT NULL AND (OLD.price_fils, OLD.starts_on, OLD.ends_on, OLD.package_id, OLD.property_type, OLD.call_out_hours,
      OLD.emergency_fee, OLD.parts_discount, OLD.parts_included_fils)
    IS DISTINCT FROM (NEW.price_fils, NEW.starts_on, NEW.ends_on, NEW.package_id, NEW.property_type, NEW.call_out_hours,
      NEW.emergency_fee, NEW.parts_discount, NEW.parts_included_fils))
  EXECUTE FUNCTION refuse_change_of_agreed();

-- What it entitles to, taken from the package when it was agreed. Null: no limit.
CREATE TABLE contract_entitlements (
  contract_id uuid NOT NULL REFERENCES contracts (id) ON DELETE CASCADE,
  kind        text NOT NULL CHECK (kind IN ('ac-visit', 'check', 'call-out', 'handyman-hour')),
  total       integer CHECK (total > 0),
  PRIMARY KEY (contract_id, kind)
);

-- Which booking takes how much of it. A booking that is called off gives it back.
CREATE TABLE contract_uses (
  booking_id  uuid PRIMARY KEY REFERENCES bookings (id) ON DELETE CASCADE,
  contract_id uuid NOT NULL,
  kind        text NOT NULL,
  quantity    integer NOT NULL CHECK (quantity > 0),
  -- The contract's own visit: planned with it, rather than asked for.
  planned     boolean NOT NULL,
  FOREIGN KEY (contract_id, kind) REFERENCES contract_entitlements (contract_id, kind)
);
CREATE INDEX contract_uses_of_contract ON contract_uses (contract_id, kind);

-- Used: the work is done, or somebody stood before a closed door and it was left at that. Planned: all others that were not called off.
CREATE VIEW contract_balances AS
  SELECT entitled.contract_id, entitled.kind, entitled.total,
    coalesce(sum(quantity) FILTER (WHERE state IN ('work_done', 'completed', 'closed')), 0)::integer AS used,
    coalesce(sum(quantity) FILTER (WHERE state NOT IN ('work_done', 'completed', 'closed', 'cancelled', 'declined')), 0)::integer AS planned
  FROM contract_entitlements AS entitled
  LEFT JOIN contract_uses AS used ON used.contract_id = entitled.contract_id AND used.kind = entitled.kind
  LEFT JOIN bookings ON bookings.id = used.booking_id
  GROUP BY entitled.contract_id, entitled.kind;

-- Never more than there is, whoever asks at once: they wait for each other at the entitlement.
CREATE FUNCTION refuse_use_beyond() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  balance record;
BEGIN
  PERFORM FROM contract_entitlements WHERE contract_id = NEW.contract_id AND kind = NEW.kind FOR UPDATE;
  SELECT * INTO balance FROM contract_balances WHERE contract_id = NEW.contract_id AND kind = NEW.kind;
  IF balance.total IS NOT NULL AND balance.used + balance.planned > balance.total THEN
    RAISE EXCEPTION 'Of % there are % in the contract', NEW.kind, balance.total USING ERRCODE = 'check_violation',
      CONSTRAINT = 'contract_uses_within';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER contract_uses_within AFTER INSERT OR UPDATE ON contract_uses FOR EACH ROW EXECUTE FUNCTION refuse_use_beyond();

-- What of a contract's price is earned goes from what was paid ahead to revenue, at the end of each month.
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_kind_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_kind_check CHECK (kind IN ('invoice', 'deposit', 'opening', 'opening-credit', 'credit-note',
  'deposit-kept', 'payment', 'payment-reversed', 'payment-restored', 'payment-moved', 'credit-used', 'write-off', 'refund', 'refund-failed', 'cheque-in',
  'cheque-out', 'fee', 'payout', 'contract-earned'));

-- Of what was invoiced and not credited up to a day, the part of the days that are over; all of it, once the contract has ended.
CREATE FUNCTION contract_earned_by(contract contracts, day date) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN day >= coalesce(contract.ended_on, contract.ends_on) THEN ahead
    WHEN day < contract.starts_on THEN 0
    ELSE round(ahead::numeric * (day - contract.starts_on + 1) / (contract.ends_on - contract.starts_on + 1)) END::bigint
  FROM (
    SELECT coalesce(sum(credit_fils - debit_fils), 0) AS ahead
    FROM ledger_entries JOIN ledger_lines ON entry_id = ledger_entries.id
    WHERE account = 'contracts-ahead' AND kind IN ('invoice', 'credit-note') AND document_day <= contract_earned_by.day
      AND source_id IN (SELECT id FROM invoices WHERE contract_id = contract.id
        UNION ALL SELECT credit_notes.id FROM credit_notes JOIN invoices ON invoices.id = invoice_id WHERE contract_id = contract.id)
  ) AS invoiced
$$;

-- Posts what is earned at the end of each month up to `through`, itself a month's end, and tells how much that was.
CREATE FUNCTION post_contract_earned(contract uuid, through date) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  earning contracts;
  month_end date;
  posted bigint;
  fils bigint;
  before bigint;
BEGIN
  SELECT * INTO STRICT earning FROM contracts WHERE id = contract FOR UPDATE;
  SELECT coalesce(sum(credit_fils - debit_fils), 0) INTO posted FROM ledger_entries JOIN ledger_lines ON entry_id = ledger_entries.id
    WHERE source_id = contract AND kind = 'contract-earned' AND account = 'revenue';
  before := posted;
  month_end := coalesce(earning.earned_through + 1, least(earning.starts_on, earning.ended_on));
  LOOP
    month_end := (date_trunc('month', month_end) + interval '1 month - 1 day')::date;
    EXIT WHEN month_end > through;
    fils := contract_earned_by(earning, month_end) - posted;
    IF fils <> 0 THEN
      PERFORM post_entry('contract-earned', contract, month_end - date '2000-01-01', earning.reference, month_end,
        ARRAY[plain_line('contracts-ahead', fils), plain_line('revenue', -fils)]);
    END IF;
    posted := posted + fils;
    month_end := month_end + 1;
  END LOOP;
  UPDATE contracts SET earned_through = through WHERE id = contract AND (earned_through IS NULL OR earned_through < through);
  RETURN posted - before;
END $$;
