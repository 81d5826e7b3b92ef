-- transaction: none
-- Validates what the bank deposits added in 0099, without keeping requests waiting.
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_kind_check;
