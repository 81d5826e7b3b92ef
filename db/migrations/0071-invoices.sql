-- The tax point decides in which period the VAT of an invoice and its journal entry fall (docs/domain.md, "VAT and invoices").

-- Null for drafts, opening balances and invoices issued before this column: their issue date counts.
ALTER TABLE invoices ADD COLUMN tax_point date;
ALTER TABLE invoices ADD CONSTRAINT invoices_tax_point_limit_check
  CHECK (tax_point <= issue_date AND tax_point <= supply_date) NOT VALID;

ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_kind_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_kind_check CHECK (kind IN ('invoice', 'deposit', 'opening', 'opening-credit',
  'credit-note', 'deposit-forfeited', 'payment', 'payment-reversed', 'payment-restored', 'payment-reallocated', 'advance', 'advance-settled',
  'credit-used', 'write-off', 'write-off-reversed', 'bad-debt-recovered', 'refund', 'refund-failed', 'cheque-in', 'cheque-out', 'fee', 'payout',
  'contract-revenue')) NOT VALID;

CREATE OR REPLACE FUNCTION post_invoice(invoice invoices) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM post_ledger_entry(invoice.kind, invoice.id, 0, invoice.reference, coalesce(invoice.tax_point, invoice.issue_date),
    make_ledger_line('receivables', invoice.total_fils) || CASE invoice.kind WHEN 'opening' THEN ARRAY[make_ledger_line('opening', -invoice.total_fils)]
      ELSE ARRAY(SELECT line FROM document_ledger_lines(invoice.id, NULL) AS line) END);
END $$;

-- A payment that was received before the tax point of its invoice is taxed on its own day: like a deposit until then, to the
-- extent of the payment (Federal Decree-Law 8 of 2017, article 25). The reversal of such a payment takes both entries back.
CREATE FUNCTION post_advance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  invoice invoices;
  paid_on date := (SELECT received_on FROM payments WHERE id = NEW.payment_id);
  supplied_on date;
  taxed ledger_line[];
BEGIN
  SELECT * INTO STRICT invoice FROM invoices WHERE id = NEW.invoice_id;
  supplied_on := coalesce(invoice.tax_point, invoice.issue_date);
  IF invoice.kind <> 'invoice' OR paid_on >= supplied_on THEN RETURN NULL; END IF;
  taxed := ARRAY(
    SELECT (CASE WHEN is_tax THEN 'output-vat' ELSE 'customer-deposits' END, NULL, round(sum(fils) * NEW.amount_fils / invoice.total_fils),
      vat, emirate, NULL, NULL)::ledger_line
    FROM document_ledger_lines(invoice.id, NULL), LATERAL (SELECT account = 'output-vat') AS line (is_tax)
    WHERE vat IS NOT NULL GROUP BY is_tax, vat, emirate);
  PERFORM post_ledger_entry('advance', invoice.id, NEW.id, invoice.reference, paid_on,
    make_ledger_line('receivables', (SELECT -sum(fils) FROM unnest(taxed))::bigint) || taxed);
  PERFORM post_ledger_entry('advance-settled', invoice.id, NEW.id, invoice.reference, supplied_on,
    make_ledger_line('receivables', (SELECT sum(fils) FROM unnest(taxed))::bigint)
      || ARRAY(SELECT (account, NULL, -fils, vat, emirate, NULL, NULL)::ledger_line FROM unnest(taxed)));
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER post_advance AFTER INSERT ON settlements DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.payment_id IS NOT NULL) EXECUTE FUNCTION post_advance();
