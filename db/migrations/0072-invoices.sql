-- transaction: none
-- Validates what 0071 added, without keeping requests waiting.
ALTER TABLE invoices VALIDATE CONSTRAINT invoices_tax_point_limit_check;
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_kind_check;
