-- A write-off is reversed by a credit note, by a later payment or by the office (docs/domain.md, "Money").

CREATE TABLE write_off_reversals (
  id             uuid PRIMARY KEY,
  write_off_id   uuid NOT NULL REFERENCES write_offs (id),
  -- credited: by a credit note. recovered: by a later payment. undone: written off by mistake.
  kind           text NOT NULL CHECK (kind IN ('credited', 'recovered', 'undone')),
  amount_fils    bigint NOT NULL CHECK (amount_fils > 0),
  credit_note_id uuid REFERENCES credit_notes (id),
  payment_id     uuid REFERENCES payments (id),
  reason         text CHECK (length(reason) BETWEEN 3 AND 300),
  -- Day of Dubai: of the payment if recovered.
  day            date NOT NULL,
  recorded_by    uuid REFERENCES users (id) ON DELETE SET NULL,
  recorded_at    timestamptz NOT NULL,
  CONSTRAINT write_off_reversals_credited_check CHECK ((kind = 'credited') = (credit_note_id IS NOT NULL)),
  CONSTRAINT write_off_reversals_recovered_check CHECK ((kind = 'recovered') = (payment_id IS NOT NULL)),
  CONSTRAINT write_off_reversals_undone_check CHECK ((kind = 'undone') = (reason IS NOT NULL))
);
CREATE INDEX ON write_off_reversals (write_off_id);
CREATE INDEX ON write_off_reversals (credit_note_id) WHERE credit_note_id IS NOT NULL;
CREATE INDEX ON write_off_reversals (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX ON write_off_reversals (recorded_by) WHERE recorded_by IS NOT NULL;
CREATE TRIGGER refuse_append_only_change BEFORE UPDATE OR DELETE ON write_off_reversals
  FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{recorded_by}');

ALTER TABLE settlements ADD COLUMN write_off_reversal_id uuid REFERENCES write_off_reversals (id);
CREATE UNIQUE INDEX ON settlements (write_off_reversal_id) WHERE write_off_reversal_id IS NOT NULL;
ALTER TABLE settlements ADD CONSTRAINT settlements_write_off_reversal_check
  CHECK ((kind = 'write-off' AND amount_fils < 0) = (write_off_reversal_id IS NOT NULL)) NOT VALID;
ALTER TABLE settlements VALIDATE CONSTRAINT settlements_write_off_reversal_check;

-- Written off and not reversed; kept by a trigger.
ALTER TABLE invoices ADD COLUMN written_off_fils bigint NOT NULL DEFAULT 0;
ALTER TABLE invoices ADD CONSTRAINT invoices_write_off_limit_check CHECK (written_off_fils BETWEEN 0 AND settled_fils) NOT VALID;
ALTER TABLE invoices VALIDATE CONSTRAINT invoices_write_off_limit_check;
CREATE INDEX invoices_written_off_idx ON invoices (customer_id, issue_date) WHERE written_off_fils > 0;

CREATE OR REPLACE FUNCTION refuse_issued_invoice_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  may_change text[] := ARRAY['version', 'customer_id', 'property_id', 'settled_fils', 'written_off_fils', 'credited_fils', 'deducted_fils',
    'uncredited_fils', 'open_fils', 'state', 'search_text', 'document_id', 'reminders'];
  -- Generated columns are not computed yet in a trigger that fires before the update.
  of_a_person text[] := ARRAY['buyer', 'note', 'document_id', 'erased_at', 'open_fils', 'state', 'search_text'];
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.issued_at IS NULL THEN RETURN OLD; END IF;
  ELSIF OLD.issued_at IS NULL OR (to_jsonb(NEW) - may_change = to_jsonb(OLD) - may_change
    AND (OLD.document_id IS NULL OR NEW.document_id IS NOT DISTINCT FROM OLD.document_id)
    AND (OLD.erased_at IS NULL OR NEW.document_id IS NULL))
    OR (is_retention_over(OLD.issue_date, NEW.erased_at) AND OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL AND NEW.document_id IS NULL
      AND to_jsonb(NEW) - of_a_person = to_jsonb(OLD) - of_a_person)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'An issued document is immutable: correct it by a credit note' USING ERRCODE = 'restrict_violation';
END $$;

UPDATE invoices SET written_off_fils = written_off.fils
  FROM (SELECT invoice_id, sum(amount_fils) AS fils FROM write_offs GROUP BY invoice_id) AS written_off
  WHERE invoices.id = written_off.invoice_id;

CREATE OR REPLACE FUNCTION apply_settlement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE invoices SET settled_fils = settled_fils + NEW.amount_fils,
    written_off_fils = written_off_fils + CASE NEW.kind WHEN 'write-off' THEN NEW.amount_fils ELSE 0 END,
    version = version + 1
    WHERE id = NEW.invoice_id;
  RETURN NULL;
END $$;

-- At commit, a reversal is settled by its amount, and never exceeds its write-off.
CREATE FUNCTION check_write_off_reversal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM settlements WHERE write_off_reversal_id = NEW.id AND write_off_id = NEW.write_off_id AND amount_fils = -NEW.amount_fils)
    OR (SELECT sum(amount_fils) FROM write_off_reversals WHERE write_off_id = NEW.write_off_id)
      > (SELECT amount_fils FROM write_offs WHERE id = NEW.write_off_id)
  THEN
    RAISE EXCEPTION 'Reversal % of a write-off is not settled, or exceeds it', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER check_write_off_reversal AFTER INSERT ON write_off_reversals
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_write_off_reversal();

ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_kind_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_kind_check CHECK (kind IN ('invoice', 'deposit', 'opening', 'opening-credit',
  'credit-note', 'deposit-forfeited', 'payment', 'payment-reversed', 'payment-restored', 'payment-reallocated', 'credit-used', 'write-off',
  'write-off-reversed', 'bad-debt-recovered', 'refund', 'refund-failed', 'cheque-in', 'cheque-out', 'fee', 'payout', 'contract-revenue'))
  NOT VALID;
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_kind_check;
ALTER TABLE ledger_lines DROP CONSTRAINT ledger_lines_account_check;
ALTER TABLE ledger_lines ADD CONSTRAINT ledger_lines_account_check CHECK (account IN ('cash', 'bank', 'card-clearing', 'cheques-in-hand',
  'receivables', 'output-vat', 'customer-deposits', 'customer-credit', 'uncleared-cheques', 'deferred-contract-revenue', 'opening', 'revenue',
  'bad-debts-recovered', 'fees', 'bad-debts')) NOT VALID;
ALTER TABLE ledger_lines VALIDATE CONSTRAINT ledger_lines_account_check;

CREATE OR REPLACE FUNCTION post_settlement(settled settlements) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  called text := (SELECT reference FROM invoices WHERE id = settled.invoice_id);
  receivable ledger_line := ('receivables', NULL, -settled.amount_fils, NULL, NULL, settled.id, NULL);
BEGIN
  IF settled.write_off_reversal_id IS NOT NULL THEN
    PERFORM post_ledger_entry(CASE kind WHEN 'recovered' THEN 'bad-debt-recovered' ELSE 'write-off-reversed' END, id, 0, called, day,
      ARRAY[receivable, make_ledger_line(CASE kind WHEN 'recovered' THEN 'bad-debts-recovered' ELSE 'bad-debts' END, -amount_fils)])
    FROM write_off_reversals WHERE id = settled.write_off_reversal_id;
  ELSIF settled.kind = 'write-off' THEN
    PERFORM post_ledger_entry('write-off', settled.write_off_id, 0, called, dubai_day(settled.at),
      ARRAY[make_ledger_line('bad-debts', settled.amount_fils), receivable]);
  ELSIF settled.kind = 'credit' THEN
    PERFORM post_ledger_entry('credit-used', settled.invoice_id, settled.id, called, dubai_day(settled.at), receivable
      || ARRAY(SELECT ('customer-credit', NULL, -amount_fils, NULL, NULL, NULL, id)::ledger_line FROM credit_entries
        WHERE settlement_id = settled.id));
  END IF;
END $$;

CREATE OR REPLACE FUNCTION ledger_differences() RETURNS TABLE (what text, books numeric, documents numeric) LANGUAGE sql STABLE AS $$
  WITH balance AS (
    SELECT account, sum(debit_fils - credit_fils) AS fils FROM ledger_lines GROUP BY account
  ), wanted (account, fils) AS (
    SELECT 'receivables', sum(open_fils) FROM invoices WHERE issued_at IS NOT NULL
    UNION ALL
    SELECT 'customer-credit', -sum(credit_fils) FROM customer_balances
    UNION ALL
    SELECT 'output-vat', -sum(vat_fils) FROM invoices WHERE issued_at IS NOT NULL
    UNION ALL
    SELECT 'output-vat', sum(vat_fils) FROM credit_notes
    UNION ALL
    SELECT 'customer-deposits', -sum(net_fils - credited_fils - deducted_fils + deposit_vat_used(id)) FROM invoices
      WHERE kind = 'deposit' AND issued_at IS NOT NULL
        AND NOT EXISTS (SELECT FROM ledger_entries WHERE source_id = invoices.id AND ledger_entries.kind = 'deposit-forfeited')
    UNION ALL
    SELECT payment_method_account(method), amount_fils - reversed_fils FROM payments
    UNION ALL
    SELECT payment_method_account(method), -amount_fils FROM refunds WHERE state <> 'failed'
    UNION ALL
    SELECT account, CASE account WHEN 'fees' THEN fee_fils ELSE -fee_fils END FROM payments, unnest(ARRAY['fees', 'card-clearing']) AS account
      WHERE fee_fils IS NOT NULL
    UNION ALL
    SELECT account, CASE account WHEN 'bank' THEN amount_fils ELSE -amount_fils END FROM payouts, unnest(ARRAY['bank', 'card-clearing']) AS account
    UNION ALL
    SELECT account, CASE account WHEN 'cheques-in-hand' THEN amount_fils ELSE -amount_fils END
      FROM cheques, unnest(ARRAY['cheques-in-hand', 'uncleared-cheques']) AS account WHERE state IN ('received', 'deposited')
    UNION ALL
    SELECT 'bad-debts', sum(amount_fils) FROM write_offs
    UNION ALL
    SELECT CASE kind WHEN 'recovered' THEN 'bad-debts-recovered' ELSE 'bad-debts' END, -amount_fils FROM write_off_reversals
    UNION ALL
    SELECT 'opening', -sum(total_fils) FROM invoices WHERE kind = 'opening'
    UNION ALL
    SELECT 'opening', sum(amount_fils) FROM opening_credits
  ), documented AS (
    SELECT account, sum(fils) AS fils FROM wanted GROUP BY account
  )
  SELECT coalesce(balance.account, documented.account), coalesce(balance.fils, 0), coalesce(documented.fils, 0)
  FROM balance FULL JOIN documented ON documented.account = balance.account
  WHERE coalesce(balance.account, documented.account) NOT IN ('revenue', 'deferred-contract-revenue')
    AND coalesce(balance.fils, 0) <> coalesce(documented.fils, 0)
  UNION ALL
  SELECT 'income', books, documents FROM (
    SELECT (SELECT coalesce(sum(fils), 0) FROM balance WHERE account IN ('revenue', 'deferred-contract-revenue', 'customer-deposits')) AS books,
      coalesce((SELECT sum(net_fils) FROM credit_notes), 0)
        - coalesce((SELECT sum(net_fils) FROM invoices WHERE issued_at IS NOT NULL AND kind <> 'opening'), 0) AS documents
  ) AS income WHERE books <> documents
$$;
