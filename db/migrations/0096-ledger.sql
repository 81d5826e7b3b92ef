-- Permissions that an admin grants to single accounts, manual journal entries, and the accounts that they need.

ALTER TABLE users ADD COLUMN granted_permissions text[] NOT NULL DEFAULT '{}';

CREATE TABLE manual_journals (
  id        uuid PRIMARY KEY,
  day       date NOT NULL,
  reference text NOT NULL,
  reason    text NOT NULL,
  -- Entry that this one reverses.
  reverses  uuid UNIQUE REFERENCES manual_journals (id),
  posted_by uuid REFERENCES users (id) ON DELETE SET NULL,
  posted_at timestamptz NOT NULL,
  CONSTRAINT manual_journals_reference_check CHECK (length(reference) <= 40),
  CONSTRAINT manual_journals_reason_check CHECK (length(reason) BETWEEN 3 AND 300)
);
CREATE INDEX ON manual_journals (posted_by) WHERE posted_by IS NOT NULL;
CREATE TRIGGER refuse_append_only_change BEFORE UPDATE OR DELETE ON manual_journals
  FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{posted_by}');

CREATE TABLE manual_journal_lines (
  journal_id  uuid NOT NULL REFERENCES manual_journals (id),
  position    integer NOT NULL,
  account     text NOT NULL,
  debit_fils  bigint NOT NULL,
  credit_fils bigint NOT NULL,
  PRIMARY KEY (journal_id, position),
  CONSTRAINT manual_journal_lines_amount_check CHECK (least(debit_fils, credit_fils) = 0 AND greatest(debit_fils, credit_fils) > 0)
);
CREATE TRIGGER refuse_append_only_change BEFORE UPDATE OR DELETE ON manual_journal_lines
  FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{}');

ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_kind_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_kind_check CHECK (kind IN (
  'invoice', 'deposit', 'opening', 'opening-credit', 'credit-note', 'deposit-forfeited', 'payment', 'payment-reversed', 'payment-restored',
  'payment-reallocated', 'advance', 'advance-settled', 'credit-used', 'write-off', 'write-off-reversed', 'bad-debt-recovered',
  'bad-debt-relief', 'bad-debt-relief-reversed', 'refund', 'refund-failed', 'cheque-in', 'cheque-out', 'fee', 'payout', 'contract-revenue',
  'year-end', 'journal'
)) NOT VALID;

ALTER TABLE ledger_lines DROP CONSTRAINT ledger_lines_account_check;
ALTER TABLE ledger_lines ADD CONSTRAINT ledger_lines_account_check CHECK (account IN (
  'cash', 'bank', 'card-clearing', 'cheques-in-hand', 'receivables', 'prepaid-expenses', 'equipment', 'accumulated-depreciation',
  'payables', 'output-vat', 'vat-settlement', 'customer-deposits', 'customer-credit', 'uncleared-cheques',
  'deferred-contract-revenue', 'bank-loan', 'opening', 'owners-equity', 'owners-drawings', 'retained-earnings',
  'profit-carried-forward', 'revenue', 'other-income', 'bad-debts-recovered', 'materials', 'fees', 'dispute-fees', 'bad-debts',
  'salaries', 'rent', 'utilities', 'fuel', 'professional-fees', 'bank-charges', 'depreciation', 'other-expenses'
)) NOT VALID;

-- Posts each journal with its lines, which are inserted in one statement.
CREATE FUNCTION post_manual_journal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM post_ledger_entry('journal', manual_journals.id, 0, reference, day, lines)
  FROM (
    SELECT journal_id, array_agg(make_ledger_line(account, debit_fils - credit_fils) ORDER BY position) AS lines
    FROM new_lines GROUP BY journal_id
  ) AS posted JOIN manual_journals ON manual_journals.id = journal_id;
  RETURN NULL;
END $$;
CREATE TRIGGER post_manual_journal AFTER INSERT ON manual_journal_lines
  REFERENCING NEW TABLE AS new_lines FOR EACH STATEMENT EXECUTE FUNCTION post_manual_journal();

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
    SELECT account, CASE account WHEN 'retained-earnings' THEN -profit_fils ELSE profit_fils END
      FROM financial_years, unnest(ARRAY['retained-earnings', 'profit-carried-forward']) AS account
    UNION ALL
    SELECT 'opening', -sum(total_fils) FROM invoices WHERE kind = 'opening'
    UNION ALL
    SELECT 'opening', sum(amount_fils) FROM opening_credits
    UNION ALL
    SELECT account, debit_fils - credit_fils FROM manual_journal_lines
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
