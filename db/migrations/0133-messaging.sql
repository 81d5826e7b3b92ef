-- Retention drops months of the audit trail, which no other table may refer to (docs/decisions/0111-trail-by-month.md).
ALTER TABLE messages DROP CONSTRAINT messages_trail_id_fkey;
