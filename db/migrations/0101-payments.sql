-- Fees of the card provider beyond those of payments, and failed payouts (docs/domain.md, "Ledger").

CREATE TABLE provider_fees (
  id                   uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  provider             text NOT NULL,
  provider_transaction text NOT NULL,
  kind                 text NOT NULL,
  amount_fils          bigint NOT NULL,
  charged_on           date NOT NULL,
  payout_id            uuid REFERENCES payouts (id),
  CONSTRAINT provider_fees_transaction_key UNIQUE (provider, provider_transaction),
  CONSTRAINT provider_fees_kinds_check CHECK (kind IN ('dispute', 'other')),
  CONSTRAINT provider_fees_amount_check CHECK (amount_fils <> 0)
);
CREATE INDEX ON provider_fees (payout_id) WHERE payout_id IS NOT NULL;
CREATE TRIGGER refuse_append_only_change BEFORE UPDATE OR DELETE ON provider_fees
  FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{payout_id}');

ALTER TABLE payouts ADD COLUMN failed_on date;
ALTER TABLE payouts ADD CONSTRAINT payouts_failure_day_check CHECK (failed_on >= arrived_on);

ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_kind_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_kind_check CHECK (kind IN (
  'invoice', 'deposit', 'opening', 'opening-credit', 'credit-note', 'deposit-forfeited', 'payment', 'payment-reversed', 'payment-restored',
  'payment-reallocated', 'advance', 'advance-settled', 'credit-used', 'write-off', 'write-off-reversed', 'bad-debt-recovered',
  'bad-debt-relief', 'bad-debt-relief-reversed', 'refund', 'refund-failed', 'cheque-in', 'cheque-out', 'fee', 'provider-fee', 'dispute-fee',
  'payout', 'payout-failed', 'contract-revenue', 'year-end', 'journal', 'bank-deposit'
)) NOT VALID;

CREATE FUNCTION post_provider_fee() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_dispute boolean := NEW.kind = 'dispute';
BEGIN
  PERFORM post_ledger_entry(CASE WHEN is_dispute THEN 'dispute-fee' ELSE 'provider-fee' END, NEW.id, 0, NEW.provider_transaction, NEW.charged_on,
    ARRAY[make_ledger_line(CASE WHEN is_dispute THEN 'dispute-fees' ELSE 'fees' END, NEW.amount_fils),
      make_ledger_line('card-clearing', -NEW.amount_fils)]);
  RETURN NULL;
END $$;
CREATE TRIGGER post_provider_fee AFTER INSERT ON provider_fees FOR EACH ROW EXECUTE FUNCTION post_provider_fee();

CREATE FUNCTION post_failed_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM post_ledger_entry('payout-failed', NEW.id, 0, NEW.provider_payout, NEW.failed_on,
    ARRAY[make_ledger_line('card-clearing', NEW.amount_fils), make_ledger_line('bank', -NEW.amount_fils)]);
  RETURN NULL;
END $$;
-- Deferred like the posting of the payout, which comes first.
CREATE CONSTRAINT TRIGGER post_failed_payout AFTER UPDATE OF failed_on ON payouts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.failed_on IS NULL AND NEW.failed_on IS NOT NULL) EXECUTE FUNCTION post_failed_payout();

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
      WHERE failed_on IS NULL
    UNION ALL
    SELECT account, CASE account WHEN 'card-clearing' THEN -amount_fils ELSE amount_fils END
      FROM provider_fees, unnest(ARRAY[CASE kind WHEN 'dispute' THEN 'dispute-fees' ELSE 'fees' END, 'card-clearing']) AS account
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
    UNION ALL
    SELECT account, CASE account WHEN 'bank' THEN amount_fils ELSE -amount_fils END FROM bank_deposits, unnest(ARRAY['bank', 'cash']) AS account
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
