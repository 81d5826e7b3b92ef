-- transaction: none
-- Parts of the report on finished work. Payments are reported to the office, which records them.
ALTER TABLE visit_reports
  ADD COLUMN IF NOT EXISTS readings text NOT NULL DEFAULT '',
  ADD COLUMN IF NOT EXISTS parts text NOT NULL DEFAULT '',
  ADD COLUMN IF NOT EXISTS payment_method text,
  ADD COLUMN IF NOT EXISTS payment_fils bigint;
ALTER TABLE visit_reports
  DROP CONSTRAINT IF EXISTS visit_reports_readings_check,
  DROP CONSTRAINT IF EXISTS visit_reports_parts_check,
  DROP CONSTRAINT IF EXISTS visit_reports_payment_method_check,
  DROP CONSTRAINT IF EXISTS visit_reports_payment_complete_check;
ALTER TABLE visit_reports ADD CONSTRAINT visit_reports_readings_check CHECK (length(readings) <= 1000) NOT VALID;
ALTER TABLE visit_reports ADD CONSTRAINT visit_reports_parts_check CHECK (length(parts) <= 1000) NOT VALID;
ALTER TABLE visit_reports ADD CONSTRAINT visit_reports_payment_method_check
  CHECK (payment_method IN ('cash', 'card', 'transfer', 'cheque')) NOT VALID;
ALTER TABLE visit_reports ADD CONSTRAINT visit_reports_payment_complete_check
  CHECK ((payment_method IS NULL) = (payment_fils IS NULL) AND payment_fils > 0) NOT VALID;
ALTER TABLE visit_reports VALIDATE CONSTRAINT visit_reports_readings_check;
ALTER TABLE visit_reports VALIDATE CONSTRAINT visit_reports_parts_check;
ALTER TABLE visit_reports VALIDATE CONSTRAINT visit_reports_payment_method_check;
ALTER TABLE visit_reports VALIDATE CONSTRAINT visit_reports_payment_complete_check;

ALTER TABLE late_reports
  ADD COLUMN IF NOT EXISTS readings text NOT NULL DEFAULT '',
  ADD COLUMN IF NOT EXISTS parts text NOT NULL DEFAULT '',
  ADD COLUMN IF NOT EXISTS payment_method text,
  ADD COLUMN IF NOT EXISTS payment_fils bigint;
ALTER TABLE late_reports
  DROP CONSTRAINT IF EXISTS late_reports_readings_check,
  DROP CONSTRAINT IF EXISTS late_reports_parts_check,
  DROP CONSTRAINT IF EXISTS late_reports_payment_method_check,
  DROP CONSTRAINT IF EXISTS late_reports_payment_complete_check;
ALTER TABLE late_reports ADD CONSTRAINT late_reports_readings_check CHECK (length(readings) <= 1000);
ALTER TABLE late_reports ADD CONSTRAINT late_reports_parts_check CHECK (length(parts) <= 1000);
ALTER TABLE late_reports ADD CONSTRAINT late_reports_payment_method_check
  CHECK (payment_method IN ('cash', 'card', 'transfer', 'cheque'));
ALTER TABLE late_reports ADD CONSTRAINT late_reports_payment_complete_check
  CHECK ((payment_method IS NULL) = (payment_fils IS NULL) AND payment_fils > 0);

-- Taken before the work began.
ALTER TABLE visit_report_photos ADD COLUMN IF NOT EXISTS before_work boolean NOT NULL DEFAULT false;
ALTER TABLE late_report_photos ADD COLUMN IF NOT EXISTS before_work boolean NOT NULL DEFAULT false;
