-- Dubai day on which work put on hold was expected to continue.
ALTER TABLE late_reports ADD COLUMN continue_on date;
