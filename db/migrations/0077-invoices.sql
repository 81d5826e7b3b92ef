-- One tax invoice per instalment of a contract (docs/domain.md, "Packages and contracts").

-- Null: of no contract, or of the whole contract.
ALTER TABLE invoices ADD COLUMN instalment integer;
ALTER TABLE invoices ADD CONSTRAINT invoices_instalment_contract_check CHECK (instalment IS NULL OR contract_id IS NOT NULL) NOT VALID;
ALTER TABLE invoices ADD CONSTRAINT invoices_contract_id_instalment_fkey FOREIGN KEY (contract_id, instalment)
  REFERENCES contract_instalments (contract_id, number) NOT VALID;

-- Like the other agreed terms, instalments are final once the contract is active or invoiced.
CREATE FUNCTION refuse_instalment_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_contract uuid := CASE TG_OP WHEN 'DELETE' THEN OLD.contract_id ELSE NEW.contract_id END;
BEGIN
  IF EXISTS (SELECT FROM contracts WHERE id = of_contract AND activated_at IS NOT NULL)
    OR EXISTS (SELECT FROM invoices WHERE contract_id = of_contract)
  THEN
    RAISE EXCEPTION 'The instalments of contract % are immutable', of_contract USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER refuse_instalment_change BEFORE INSERT OR UPDATE OR DELETE ON contract_instalments
  FOR EACH ROW EXECUTE FUNCTION refuse_instalment_change();
