-- VAT treatment of the whole supply that a version offers, as on invoice lines. Existing versions are taxed at the standard rate.
ALTER TABLE quote_revisions ADD COLUMN vat_treatment text NOT NULL DEFAULT 'standard';
ALTER TABLE quote_revisions ADD CONSTRAINT quote_revisions_vat_treatment_code_check CHECK (
  vat_treatment IN ('standard', 'DL8.45.1', 'DL8.45', 'DL8.46.1', 'DL8.46.2', 'DL8.46.3', 'DL8.46.4', 'DL8.30.7', 'DL8.29')) NOT VALID;
-- The final invoice deducts a deposit at the rate that was charged on it, and only lines of the standard rate can deduct one.
ALTER TABLE quote_revisions ADD CONSTRAINT quote_revisions_untaxed_deposit_check CHECK (
  vat_treatment = 'standard' OR deposit_percent = 0) NOT VALID;
