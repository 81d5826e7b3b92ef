-- The rate of VAT, each from its first day on (docs/domain.md, "VAT and invoices"): past ones stay, as what was charged by them does.
CREATE TABLE vat_rates (
  first_day date PRIMARY KEY,
  percent   integer NOT NULL CHECK (percent BETWEEN 0 AND 50)
);
-- Federal Decree-Law 8 of 2017, article 3: since VAT is charged in the UAE.
INSERT INTO vat_rates (first_day, percent) VALUES ('2018-01-01', 5);
SELECT watch_content('vat_rates');

ALTER TABLE invoice_lines
  DROP CONSTRAINT invoice_lines_vat_percent_check,
  ADD CONSTRAINT invoice_lines_vat_percent_check CHECK (vat_percent BETWEEN 0 AND 50);
ALTER TABLE credit_note_lines
  DROP CONSTRAINT credit_note_lines_vat_percent_check,
  ADD CONSTRAINT credit_note_lines_vat_percent_check CHECK (vat_percent BETWEEN 0 AND 50);
