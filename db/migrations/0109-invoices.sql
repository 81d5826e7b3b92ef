-- Number of open invoices beside their amounts, so that Today counts overdue invoices without reading each.
-- Null until the hourly `compactOpenByDueDate` has counted the invoices of before.
ALTER TABLE open_amounts ADD COLUMN open_count integer;

CREATE OR REPLACE FUNCTION record_open_amount() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was bigint := CASE WHEN TG_OP <> 'INSERT' AND OLD.state IN ('issued', 'part_paid') THEN OLD.open_fils ELSE 0 END;
  became bigint := CASE WHEN TG_OP <> 'DELETE' AND NEW.state IN ('issued', 'part_paid') THEN NEW.open_fils ELSE 0 END;
BEGIN
  IF TG_OP = 'UPDATE' AND was = became AND (was = 0 OR ageing_date(OLD) = ageing_date(NEW)) THEN RETURN NULL; END IF;
  IF was <> 0 THEN INSERT INTO open_amounts (due_date, open_fils, open_count) VALUES (ageing_date(OLD), -was, -1); END IF;
  IF became <> 0 THEN INSERT INTO open_amounts (due_date, open_fils, open_count) VALUES (ageing_date(NEW), became, 1); END IF;
  RETURN NULL;
END $$;
