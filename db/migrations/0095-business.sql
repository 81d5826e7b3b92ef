-- Business details that were preset without sample data and that the office never saved (docs/domain.md, "VAT and invoices").
UPDATE settings SET value = '{}' WHERE name = 'business' AND version = 1;
