-- Arabic texts; null falls back to English (docs/decisions/0129-content-in-two-languages.md).
ALTER TABLE prices
  ADD COLUMN name_ar text CONSTRAINT prices_name_ar_check CHECK (length(name_ar) BETWEEN 1 AND 80),
  ADD COLUMN unit_ar text CONSTRAINT prices_unit_ar_check CHECK (length(unit_ar) BETWEEN 1 AND 20);
