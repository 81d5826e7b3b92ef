-- Instalments of a contract that is paid by post-dated cheques (docs/domain.md, "Packages and contracts"). A contract without them is
-- invoiced as a whole.

CREATE TABLE contract_instalments (
  contract_id uuid NOT NULL REFERENCES contracts (id) ON DELETE CASCADE,
  number      integer NOT NULL CHECK (number BETWEEN 1 AND 12),
  -- Tax point, unless it is invoiced or paid earlier.
  due_date    date NOT NULL,
  -- Period that it pays, both days included.
  starts_on   date NOT NULL,
  ends_on     date NOT NULL,
  amount_fils bigint NOT NULL CHECK (amount_fils > 0),
  PRIMARY KEY (contract_id, number),
  CONSTRAINT contract_instalments_period_check CHECK (starts_on <= ends_on),
  CONSTRAINT contract_instalments_due_in_period_check CHECK (due_date BETWEEN starts_on AND ends_on),
  CONSTRAINT contract_instalments_overlap_excl EXCLUDE USING gist (contract_id WITH =, daterange(starts_on, ends_on, '[]') WITH &&)
);
CREATE INDEX contract_instalments_due_date_idx ON contract_instalments (due_date);

-- Amounts add up to the price, periods to the contract year. Checked at the end of the transaction.
CREATE FUNCTION check_contract_instalments() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_contract uuid := CASE WHEN TG_TABLE_NAME = 'contracts' THEN to_jsonb(NEW) ->> 'id'
    ELSE to_jsonb(CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END) ->> 'contract_id' END;
BEGIN
  IF EXISTS (
    SELECT FROM contracts JOIN (
      SELECT contract_id, count(*) AS parts, max(number) AS last, sum(amount_fils) AS fils, min(starts_on) AS first_day, max(ends_on) AS last_day,
        sum(ends_on - starts_on + 1) AS days
      FROM contract_instalments WHERE contract_id = of_contract GROUP BY contract_id
    ) AS planned ON contract_id = contracts.id
    WHERE (payment_plan, fils, first_day, last_day, days, last)
      IS DISTINCT FROM ('cheques', price_fils, starts_on, ends_on, ends_on - starts_on + 1, parts))
  THEN
    RAISE EXCEPTION 'The instalments of contract % differ from its price or year', of_contract USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER check_contract_instalments AFTER INSERT OR UPDATE OR DELETE ON contract_instalments
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_contract_instalments();
CREATE CONSTRAINT TRIGGER check_contract_instalments AFTER UPDATE OF payment_plan, price_fils, starts_on, ends_on ON contracts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_contract_instalments();
