-- VAT relief for bad debts (Federal Decree-Law 8 of 2017, article 64; docs/domain.md, "Ledger").

-- Notices to the customer of what was written off, which the relief requires.
CREATE TABLE write_off_notices (
  id          uuid PRIMARY KEY,
  invoice_id  uuid NOT NULL REFERENCES invoices (id),
  sent_by     text NOT NULL CHECK (sent_by IN ('email', 'letter')),
  -- Day of Dubai.
  sent_on     date NOT NULL,
  -- Written off at that time, VAT included.
  amount_fils bigint NOT NULL CHECK (amount_fils > 0),
  recorded_by uuid REFERENCES users (id) ON DELETE SET NULL,
  recorded_at timestamptz NOT NULL
);
CREATE INDEX ON write_off_notices (invoice_id);
CREATE INDEX ON write_off_notices (recorded_by) WHERE recorded_by IS NOT NULL;
CREATE TRIGGER refuse_append_only_change BEFORE UPDATE OR DELETE ON write_off_notices
  FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{recorded_by}');

-- Positive when claimed, negative when a write-off is reversed. The sum of an invoice never exceeds what is written off.
CREATE TABLE bad_debt_reliefs (
  id                    uuid PRIMARY KEY,
  invoice_id            uuid NOT NULL REFERENCES invoices (id),
  write_off_reversal_id uuid UNIQUE REFERENCES write_off_reversals (id),
  day                   date NOT NULL,
  -- Written-off amount, VAT included, and its VAT.
  amount_fils           bigint NOT NULL,
  vat_fils              bigint NOT NULL,
  recorded_by           uuid REFERENCES users (id) ON DELETE SET NULL,
  recorded_at           timestamptz NOT NULL,
  CONSTRAINT bad_debt_reliefs_reversal_check CHECK ((amount_fils < 0) = (write_off_reversal_id IS NOT NULL) AND amount_fils <> 0),
  CONSTRAINT bad_debt_reliefs_sign_check CHECK (sign(vat_fils) IN (0, sign(amount_fils)))
);
CREATE INDEX ON bad_debt_reliefs (invoice_id);
CREATE INDEX ON bad_debt_reliefs (recorded_by) WHERE recorded_by IS NOT NULL;
CREATE TRIGGER refuse_append_only_change BEFORE UPDATE OR DELETE ON bad_debt_reliefs
  FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{recorded_by}');

-- At commit, also after the reversal of a write-off.
CREATE FUNCTION check_bad_debt_relief() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount_fils) NOT BETWEEN 0 AND (SELECT written_off_fils FROM invoices WHERE id = NEW.invoice_id)
      FROM bad_debt_reliefs WHERE invoice_id = NEW.invoice_id)
  THEN
    RAISE EXCEPTION 'Relief of invoice % exceeds what is written off', NEW.invoice_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER check_bad_debt_relief AFTER INSERT ON bad_debt_reliefs
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_bad_debt_relief();
CREATE CONSTRAINT TRIGGER check_bad_debt_relief AFTER INSERT ON settlements
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.kind = 'write-off') EXECUTE FUNCTION check_bad_debt_relief();

ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_kind_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_kind_check CHECK (kind IN ('invoice', 'deposit', 'opening', 'opening-credit',
  'credit-note', 'deposit-forfeited', 'payment', 'payment-reversed', 'payment-restored', 'payment-reallocated', 'advance', 'advance-settled',
  'credit-used', 'write-off', 'write-off-reversed', 'bad-debt-recovered', 'bad-debt-relief', 'bad-debt-relief-reversed', 'refund',
  'refund-failed', 'cheque-in', 'cheque-out', 'fee', 'payout', 'contract-revenue')) NOT VALID;
-- bad-debt: the adjustment column of the VAT return.
ALTER TABLE ledger_lines DROP CONSTRAINT ledger_lines_vat_check;
ALTER TABLE ledger_lines ADD CONSTRAINT ledger_lines_vat_check CHECK (vat IN ('standard', 'zero', 'exempt', 'bad-debt')) NOT VALID;

CREATE FUNCTION post_bad_debt_relief() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM post_ledger_entry(CASE WHEN NEW.amount_fils > 0 THEN 'bad-debt-relief' ELSE 'bad-debt-relief-reversed' END, NEW.id, 0,
    invoices.reference, NEW.day, ARRAY[('output-vat', NULL, NEW.vat_fils, 'bad-debt', seller_emirate(seller), NULL, NULL)::ledger_line,
      make_ledger_line(CASE write_off_reversals.kind WHEN 'recovered' THEN 'bad-debts-recovered' ELSE 'bad-debts' END, -NEW.vat_fils)])
  FROM invoices LEFT JOIN write_off_reversals ON write_off_reversals.id = NEW.write_off_reversal_id WHERE invoices.id = NEW.invoice_id;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER post_bad_debt_relief AFTER INSERT ON bad_debt_reliefs
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION post_bad_debt_relief();

CREATE OR REPLACE FUNCTION ledger_differences()
 RETURNS TABLE(what text, books numeric, documents numeric)
 LANGUAGE sql
 STABLE
AS $$
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
    SELECT account, CASE account WHEN 'output-vat' THEN vat_fils ELSE -vat_fils END FROM (
      SELECT vat_fils, unnest(ARRAY['output-vat', CASE kind WHEN 'recovered' THEN 'bad-debts-recovered' ELSE 'bad-debts' END]) AS account
      FROM bad_debt_reliefs LEFT JOIN write_off_reversals ON write_off_reversals.id = write_off_reversal_id
    ) AS relieved
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
