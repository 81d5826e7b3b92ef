-- transaction: none
-- Validates what 0083 added, without keeping requests waiting.
ALTER TABLE invoices VALIDATE CONSTRAINT invoices_held_fils_limit_check;
