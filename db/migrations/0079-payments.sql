-- A cheque may be held for an instalment that is not invoiced yet (docs/domain.md, "Packages and contracts").

ALTER TABLE cheques ADD COLUMN instalment integer;
ALTER TABLE cheques ADD CONSTRAINT cheques_instalment_contract_check CHECK (instalment IS NULL OR contract_id IS NOT NULL);
ALTER TABLE cheques ADD CONSTRAINT cheques_contract_id_instalment_fkey FOREIGN KEY (contract_id, instalment)
  REFERENCES contract_instalments (contract_id, number);
CREATE INDEX cheques_contract_id_instalment_idx ON cheques (contract_id, instalment) WHERE instalment IS NOT NULL;

-- From its issue on, the cheques of an instalment are those of its invoice.
CREATE FUNCTION assign_instalment_cheques() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE cheques SET invoice_id = NEW.id, contract_id = NULL, instalment = NULL
    WHERE contract_id = NEW.contract_id AND instalment = NEW.instalment AND state IN ('received', 'deposited', 'bounced');
  RETURN NULL;
END $$;
CREATE TRIGGER assign_instalment_cheques AFTER UPDATE OF issued_at ON invoices FOR EACH ROW
  WHEN (OLD.issued_at IS NULL AND NEW.issued_at IS NOT NULL AND NEW.instalment IS NOT NULL) EXECUTE FUNCTION assign_instalment_cheques();
