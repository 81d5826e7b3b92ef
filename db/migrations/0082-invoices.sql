-- transaction: none
-- Validates what 0081 added, without keeping requests waiting.
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_kind_check;
ALTER TABLE ledger_lines VALIDATE CONSTRAINT ledger_lines_vat_check;
