-- Whom a customer would have at each visit of a series (docs/decisions/0060-the-same-technician.md): a wish, as of a single booking.
ALTER TABLE visit_series ADD asked_for uuid REFERENCES technicians (id);
CREATE INDEX visit_series_asked_for ON visit_series (asked_for) WHERE asked_for IS NOT NULL;
