-- Arabic texts; null falls back to English (docs/decisions/0129-content-in-two-languages.md).
ALTER TABLE services
  ADD COLUMN name_ar text CONSTRAINT services_name_ar_check CHECK (length(name_ar) BETWEEN 1 AND 80),
  ADD COLUMN summary_ar text CONSTRAINT services_summary_ar_check CHECK (length(summary_ar) BETWEEN 1 AND 300);
