-- transaction: none
-- Entries that were posted later than their day, for late_supplies.
DROP INDEX CONCURRENTLY IF EXISTS ledger_entries_late_idx;
CREATE INDEX CONCURRENTLY ledger_entries_late_idx ON ledger_entries (day) WHERE document_day < day;
