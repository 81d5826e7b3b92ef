-- transaction: none
-- Today lists cheques in hand that a card payment made unnecessary without reading every cheque in hand.
DROP INDEX CONCURRENTLY IF EXISTS invoices_held_above_open_idx;
CREATE INDEX CONCURRENTLY invoices_held_above_open_idx ON invoices (id) WHERE open_fils < held_fils;
DROP INDEX CONCURRENTLY IF EXISTS cheques_quote_id_received_idx;
CREATE INDEX CONCURRENTLY cheques_quote_id_received_idx ON cheques (quote_id) WHERE quote_id IS NOT NULL AND state = 'received';
