-- Arabic texts; null falls back to English (docs/decisions/0129-content-in-two-languages.md).
ALTER TABLE packages
  ADD COLUMN name_ar text CONSTRAINT packages_name_ar_check CHECK (length(name_ar) BETWEEN 1 AND 40),
  ADD COLUMN summary_ar text CONSTRAINT packages_summary_ar_check CHECK (length(summary_ar) BETWEEN 1 AND 300);
