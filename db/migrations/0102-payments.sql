-- transaction: none
-- Validates what provider fees and failed payouts added in 0101, without keeping requests waiting.
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_kind_check;
