-- Buyers abroad, for e-invoices (docs/domain.md, "VAT and invoices").

-- ISO 3166-1; null: the UAE.
ALTER TABLE customers ADD COLUMN billing_country text;
-- State or province abroad.
ALTER TABLE customers ADD COLUMN billing_region text;
-- Number of registration for tax abroad.
ALTER TABLE customers ADD COLUMN tax_number text;
-- Authority that issued trade_licence, here or abroad.
ALTER TABLE customers ADD COLUMN licence_authority text;

ALTER TABLE customers ADD CONSTRAINT customers_billing_country_format_check CHECK (billing_country ~ '^[A-Z]{2}$' AND billing_country <> 'AE') NOT VALID;
ALTER TABLE customers ADD CONSTRAINT customers_abroad_check
  CHECK (CASE WHEN billing_country IS NULL THEN num_nonnulls(billing_region, tax_number) = 0 ELSE billing_emirate IS NULL END) NOT VALID;
ALTER TABLE customers ADD CONSTRAINT customers_billing_region_length_check CHECK (length(billing_region) BETWEEN 1 AND 60) NOT VALID;
ALTER TABLE customers ADD CONSTRAINT customers_tax_number_length_check CHECK (length(tax_number) BETWEEN 1 AND 40) NOT VALID;
ALTER TABLE customers ADD CONSTRAINT customers_licence_authority_length_check CHECK (length(licence_authority) BETWEEN 1 AND 120) NOT VALID;
