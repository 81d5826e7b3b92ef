-- Quantities with three decimals: the third one, with the sign of the quantity.
ALTER TABLE invoice_lines ADD COLUMN quantity_thousandths smallint NOT NULL DEFAULT 0;
ALTER TABLE credit_note_lines ADD COLUMN quantity_thousandths smallint NOT NULL DEFAULT 0;

ALTER TABLE invoice_lines
  DROP CONSTRAINT invoice_lines_quantity_hundredths_check,
  DROP CONSTRAINT invoice_lines_gross_amount_check;
ALTER TABLE invoice_lines ADD CONSTRAINT invoice_lines_quantity_range_check CHECK (
  abs(quantity_hundredths) <= 10000000 AND quantity_thousandths BETWEEN -9 AND 9 AND quantity_hundredths::bigint * quantity_thousandths >= 0
  AND (quantity_hundredths <> 0 OR quantity_thousandths <> 0)) NOT VALID;
ALTER TABLE invoice_lines ADD CONSTRAINT invoice_lines_gross_of_quantity_check CHECK (
  gross_fils = round((quantity_hundredths::numeric * 10 + quantity_thousandths) * unit_fils / 1000) - discount_fils) NOT VALID;

ALTER TABLE credit_note_lines
  DROP CONSTRAINT credit_note_lines_quantity_hundredths_check,
  DROP CONSTRAINT credit_note_lines_gross_amount_check,
  DROP CONSTRAINT credit_note_lines_gross_sign_check;
ALTER TABLE credit_note_lines ADD CONSTRAINT credit_note_lines_quantity_range_check CHECK (
  abs(quantity_hundredths) <= 10000000 AND quantity_thousandths BETWEEN -9 AND 9 AND quantity_hundredths::bigint * quantity_thousandths >= 0
  AND (quantity_hundredths <> 0 OR quantity_thousandths <> 0)) NOT VALID;
ALTER TABLE credit_note_lines ADD CONSTRAINT credit_note_lines_gross_of_quantity_check CHECK (
  gross_fils = round((quantity_hundredths::numeric * 10 + quantity_thousandths) * unit_fils / 1000) - discount_fils) NOT VALID;
ALTER TABLE credit_note_lines ADD CONSTRAINT credit_note_lines_sign_of_quantity_check CHECK (
  gross_fils <> 0 AND sign(gross_fils) = sign(quantity_hundredths::bigint * 10 + quantity_thousandths)) NOT VALID;
