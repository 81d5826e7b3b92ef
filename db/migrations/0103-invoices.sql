-- Zero-rated, exempt and out-of-scope lines (docs/domain.md, "VAT and invoices"): the article of Federal Decree-Law 8 of 2017
-- by which no VAT is charged.
ALTER TABLE invoice_lines ADD COLUMN vat_treatment text NOT NULL DEFAULT 'standard';
ALTER TABLE invoice_lines ADD CONSTRAINT invoice_lines_vat_treatment_code_check CHECK (vat_treatment IN ('standard', 'DL8.45.1', 'DL8.45',
  'DL8.46.1', 'DL8.46.2', 'DL8.46.3', 'DL8.46.4', 'DL8.30.7', 'DL8.29')) NOT VALID;
ALTER TABLE invoice_lines ADD CONSTRAINT invoice_lines_untaxed_check
  CHECK (vat_treatment = 'standard' OR (vat_percent = 0 AND deducted_deposit_id IS NULL)) NOT VALID;

CREATE OR REPLACE FUNCTION document_ledger_lines(invoice uuid, note uuid) RETURNS SETOF ledger_line LANGUAGE sql STABLE AS $$
  WITH document AS (
    SELECT invoices.*, bookings.service_id AS booked, quotes.service_id AS quoted FROM invoices
    LEFT JOIN bookings ON bookings.id = booking_id LEFT JOIN quotes ON quotes.id = quote_id WHERE invoices.id = invoice
  ), part AS (
    SELECT deducted_deposit_id, line.service_id, line.vat_treatment, line.vat_percent, -line.net_fils AS net, -line.vat_fils AS vat
    FROM invoice_lines AS line WHERE note IS NULL AND invoice_id = invoice
    UNION ALL
    SELECT deducted_deposit_id, line.service_id, line.vat_treatment, credited.vat_percent, credited.net_fils, credited.vat_fils
    FROM credit_note_lines AS credited JOIN invoice_lines AS line ON line.invoice_id = credited.invoice_id AND line.position = credited.invoice_position
    WHERE credit_note_id = note
  ), taxed AS (
    SELECT CASE WHEN deducted_deposit_id IS NOT NULL THEN deposit_account(deducted_deposit_id) WHEN kind = 'deposit' THEN deposit_account(id)
        WHEN kind = 'opening' THEN 'opening' WHEN contract_id IS NOT NULL THEN 'deferred-contract-revenue' ELSE 'revenue' END AS account,
      coalesce(part.service_id, booked, quoted) AS service, net, vat,
      CASE WHEN kind = 'opening' OR seller->>'trn' IS NULL THEN NULL
        WHEN vat_treatment LIKE 'DL8.45%' THEN 'zero' WHEN vat_treatment LIKE 'DL8.46%' THEN 'exempt' WHEN vat_treatment <> 'standard' THEN NULL
        WHEN vat_percent > 0 THEN 'standard' ELSE 'zero' END AS treatment,
      seller_emirate(seller) AS emirate
    FROM part CROSS JOIN document
  )
  SELECT account, CASE account WHEN 'revenue' THEN service END, sum(net)::bigint, treatment, CASE WHEN treatment IS NOT NULL THEN emirate END,
    NULL::bigint, NULL::bigint
  FROM taxed GROUP BY account, CASE account WHEN 'revenue' THEN service END, treatment, emirate, net > 0
  UNION ALL
  SELECT 'output-vat', NULL, sum(vat)::bigint, treatment, CASE WHEN treatment IS NOT NULL THEN emirate END, NULL, NULL
  FROM taxed GROUP BY treatment, emirate, vat > 0
$$;
