-- transaction: none
-- Validates what 0077 added, without keeping requests waiting.
ALTER TABLE invoices VALIDATE CONSTRAINT invoices_instalment_contract_check;
ALTER TABLE invoices VALIDATE CONSTRAINT invoices_contract_id_instalment_fkey;
DROP INDEX CONCURRENTLY IF EXISTS invoices_contract_id_instalment_idx;
CREATE INDEX CONCURRENTLY invoices_contract_id_instalment_idx ON invoices (contract_id, instalment) WHERE instalment IS NOT NULL;
-- An instalment has one invoice in effect.
DROP INDEX CONCURRENTLY IF EXISTS invoices_single_instalment_key;
CREATE UNIQUE INDEX CONCURRENTLY invoices_single_instalment_key ON invoices (contract_id, instalment)
  WHERE instalment IS NOT NULL AND issued_at IS NOT NULL AND uncredited_fils > 0;
