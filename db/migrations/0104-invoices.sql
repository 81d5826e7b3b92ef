-- transaction: none
ALTER TABLE invoice_lines VALIDATE CONSTRAINT invoice_lines_vat_treatment_code_check;
ALTER TABLE invoice_lines VALIDATE CONSTRAINT invoice_lines_untaxed_check;
