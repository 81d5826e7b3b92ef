-- transaction: none
-- Validates what the manual journal entries added in 0096, without keeping requests waiting.
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_kind_check;
ALTER TABLE ledger_lines VALIDATE CONSTRAINT ledger_lines_account_check;
