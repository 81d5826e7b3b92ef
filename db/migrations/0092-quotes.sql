-- Quantities with three decimals: the third one.
ALTER TABLE quote_lines ADD COLUMN quantity_thousandths smallint NOT NULL DEFAULT 0;

ALTER TABLE quote_lines
  DROP CONSTRAINT quote_lines_quantity_hundredths_check,
  DROP CONSTRAINT quote_lines_discount_limit_check;
ALTER TABLE quote_lines ADD CONSTRAINT quote_lines_quantity_range_check CHECK (
  quantity_hundredths BETWEEN 0 AND 10000000 AND quantity_thousandths BETWEEN 0 AND 9
  AND (quantity_hundredths > 0 OR quantity_thousandths > 0)) NOT VALID;
ALTER TABLE quote_lines ADD CONSTRAINT quote_lines_discount_of_quantity_check CHECK (
  discount_fils <= round((quantity_hundredths::numeric * 10 + quantity_thousandths) * unit_fils / 1000)) NOT VALID;
