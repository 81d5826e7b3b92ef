-- Credit notes of opening balances (docs/domain.md, "Money"): the invoice of the former books has no lines here, so the note names
-- its treatment and the value that the original shows.

ALTER TABLE credit_notes ADD COLUMN original_fils bigint;
ALTER TABLE credit_note_lines ADD COLUMN vat_treatment text;
ALTER TABLE credit_note_lines ALTER COLUMN invoice_position DROP NOT NULL;
ALTER TABLE credit_notes ADD CONSTRAINT credit_notes_original_value_check CHECK (original_fils >= total_fils) NOT VALID;
ALTER TABLE credit_note_lines ADD CONSTRAINT credit_note_lines_vat_treatment_code_check CHECK (vat_treatment IN ('standard', 'DL8.45.1', 'DL8.45',
  'DL8.46.1', 'DL8.46.2', 'DL8.46.3', 'DL8.46.4', 'DL8.30.7', 'DL8.29')) NOT VALID;
-- A line of the invoice has the treatment; without a line, the note has.
ALTER TABLE credit_note_lines ADD CONSTRAINT credit_note_lines_line_or_treatment_check
  CHECK ((invoice_position IS NULL) = (vat_treatment IS NOT NULL)) NOT VALID;

CREATE OR REPLACE FUNCTION apply_credit_note_line() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  line record;
BEGIN
  IF NEW.invoice_position IS NULL THEN
    IF NOT EXISTS (SELECT FROM invoices WHERE id = NEW.invoice_id AND kind = 'opening') THEN
      RAISE EXCEPTION 'Only opening balances are credited without a line' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
  END IF;
  SELECT invoice_lines.gross_fils, invoice_lines.vat_fils, deducted_deposit_id, sum(credited.gross_fils) AS gross, sum(credited.vat_fils) AS vat
    INTO line FROM invoice_lines JOIN credit_note_lines AS credited
      ON credited.invoice_id = invoice_lines.invoice_id AND credited.invoice_position = invoice_lines.position
    WHERE invoice_lines.invoice_id = NEW.invoice_id AND invoice_lines.position = NEW.invoice_position
    GROUP BY invoice_lines.gross_fils, invoice_lines.vat_fils, deducted_deposit_id;
  IF sign(NEW.gross_fils) <> sign(line.gross_fils) OR abs(line.gross) > abs(line.gross_fils) OR abs(line.vat) > abs(line.vat_fils)
    OR (line.gross = line.gross_fils AND line.vat <> line.vat_fils)
  THEN
    RAISE EXCEPTION 'Line % of invoice % would be credited by more than its amount', NEW.invoice_position, NEW.invoice_id
      USING ERRCODE = 'check_violation';
  END IF;
  IF line.deducted_deposit_id IS NULL THEN
    UPDATE invoices SET uncredited_fils = uncredited_fils - NEW.gross_fils WHERE id = NEW.invoice_id;
  ELSE
    UPDATE invoices SET deducted_fils = deducted_fils + NEW.gross_fils, version = version + 1 WHERE id = line.deducted_deposit_id;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION document_ledger_lines(invoice uuid, note uuid) RETURNS SETOF ledger_line LANGUAGE sql STABLE AS $$
  WITH document AS (
    SELECT invoices.*, bookings.service_id AS booked, quotes.service_id AS quoted,
      -- The seller of an opening balance is in the former books.
      coalesce(invoices.seller, (SELECT credit_notes.seller FROM credit_notes WHERE credit_notes.id = document_ledger_lines.note)) AS supplier
    FROM invoices
    LEFT JOIN bookings ON bookings.id = booking_id LEFT JOIN quotes ON quotes.id = quote_id WHERE invoices.id = invoice
  ), part AS (
    SELECT deducted_deposit_id, line.service_id, line.vat_treatment, line.vat_percent, -line.net_fils AS net, -line.vat_fils AS vat
    FROM invoice_lines AS line WHERE note IS NULL AND invoice_id = invoice
    UNION ALL
    SELECT deducted_deposit_id, line.service_id, coalesce(line.vat_treatment, credited.vat_treatment), credited.vat_percent, credited.net_fils,
      credited.vat_fils
    FROM credit_note_lines AS credited LEFT JOIN invoice_lines AS line ON line.invoice_id = credited.invoice_id AND line.position = credited.invoice_position
    WHERE credit_note_id = note
  ), taxed AS (
    SELECT CASE WHEN deducted_deposit_id IS NOT NULL THEN deposit_account(deducted_deposit_id) WHEN kind = 'deposit' THEN deposit_account(id)
        WHEN contract_id IS NOT NULL THEN 'deferred-contract-revenue' ELSE 'revenue' END AS account,
      coalesce(part.service_id, booked, quoted) AS service, net, vat,
      CASE WHEN supplier->>'trn' IS NULL THEN NULL
        WHEN vat_treatment LIKE 'DL8.45%' THEN 'zero' WHEN vat_treatment LIKE 'DL8.46%' THEN 'exempt' WHEN vat_treatment <> 'standard' THEN NULL
        WHEN vat_percent > 0 THEN 'standard' ELSE 'zero' END AS treatment,
      seller_emirate(supplier) AS emirate
    FROM part CROSS JOIN document
  )
  SELECT account, CASE account WHEN 'revenue' THEN service END, sum(net)::bigint, treatment, CASE WHEN treatment IS NOT NULL THEN emirate END,
    NULL::bigint, NULL::bigint
  FROM taxed GROUP BY account, CASE account WHEN 'revenue' THEN service END, treatment, emirate, net > 0
  UNION ALL
  SELECT 'output-vat', NULL, sum(vat)::bigint, treatment, CASE WHEN treatment IS NOT NULL THEN emirate END, NULL, NULL
  FROM taxed GROUP BY treatment, emirate, vat > 0
$$;
