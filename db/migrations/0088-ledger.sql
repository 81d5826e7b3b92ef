-- transaction: none
-- Validates what the financial years added in 0087, without keeping requests waiting.
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_kind_check;
ALTER TABLE ledger_lines VALIDATE CONSTRAINT ledger_lines_account_check;
