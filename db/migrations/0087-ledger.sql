-- Financial years and their closing entry (docs/domain.md, "Ledger").

CREATE TABLE financial_years (
  id          uuid PRIMARY KEY,
  starts_on   date NOT NULL,
  ends_on     date NOT NULL,
  -- Income less expenses of the year; negative for a loss.
  profit_fils bigint NOT NULL,
  closed_by   uuid REFERENCES users (id) ON DELETE SET NULL,
  closed_at   timestamptz NOT NULL,
  CONSTRAINT financial_years_period_check CHECK (starts_on <= ends_on),
  CONSTRAINT financial_years_no_overlap EXCLUDE USING gist (daterange(starts_on, ends_on, '[]') WITH &&)
);
CREATE INDEX ON financial_years (ends_on);
CREATE INDEX ON financial_years (closed_by) WHERE closed_by IS NOT NULL;
CREATE TRIGGER refuse_append_only_change BEFORE UPDATE OR DELETE ON financial_years
  FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{closed_by}');

ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_kind_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_kind_check CHECK (kind IN (
  'invoice', 'deposit', 'opening', 'opening-credit', 'credit-note', 'deposit-forfeited', 'payment', 'payment-reversed', 'payment-restored',
  'payment-reallocated', 'advance', 'advance-settled', 'credit-used', 'write-off', 'write-off-reversed', 'bad-debt-recovered',
  'bad-debt-relief', 'bad-debt-relief-reversed', 'refund', 'refund-failed', 'cheque-in', 'cheque-out', 'fee', 'payout', 'contract-revenue',
  'year-end'
)) NOT VALID;

ALTER TABLE ledger_lines DROP CONSTRAINT ledger_lines_account_check;
ALTER TABLE ledger_lines ADD CONSTRAINT ledger_lines_account_check CHECK (account IN (
  'cash', 'bank', 'card-clearing', 'cheques-in-hand', 'receivables', 'output-vat', 'customer-deposits', 'customer-credit',
  'uncleared-cheques', 'deferred-contract-revenue', 'opening', 'retained-earnings', 'profit-carried-forward', 'revenue',
  'bad-debts-recovered', 'fees', 'bad-debts'
)) NOT VALID;

-- The closing entry keeps its day: it moves profit within equity, also when that month is closed already.
CREATE OR REPLACE FUNCTION post_ledger_entry(kind text, source uuid, occurrence bigint, reference text, document_day date, lines ledger_line[])
 RETURNS void
 LANGUAGE plpgsql
AS $$
DECLARE
  closed date := ledger_closed_through();
BEGIN
  -- In one statement, so that the balance check always sees entry and lines.
  WITH entry AS (
    INSERT INTO ledger_entries (kind, source_id, occurrence, reference, document_day, day, total_fils)
    SELECT kind, source, occurrence, reference, document_day, CASE kind WHEN 'year-end' THEN document_day ELSE greatest(document_day, closed + 1) END, sum(line.fils) FILTER (WHERE line.fils > 0)
    FROM unnest(lines) AS line HAVING count(*) FILTER (WHERE line.fils <> 0) > 0
    RETURNING id
  )
  INSERT INTO ledger_lines (entry_id, position, account, service_id, debit_fils, credit_fils, vat, emirate, settlement_id, credit_entry_id)
    SELECT entry.id, row_number() OVER (ORDER BY line.fils < 0, at), line.account, line.service_id, greatest(line.fils, 0),
      greatest(-line.fils, 0), line.vat, line.emirate, line.settlement_id, line.credit_entry_id
    FROM entry, unnest(lines) WITH ORDINALITY AS line (account, service_id, fils, vat, emirate, settlement_id, credit_entry_id, at)
    WHERE line.fils <> 0;
END $$;

CREATE OR REPLACE FUNCTION refuse_posting_to_closed_period()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  IF NEW.kind <> 'year-end' AND NEW.day <= ledger_closed_through() THEN
    RAISE EXCEPTION 'The books are closed for %', NEW.day USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

-- Income and expenses keep their balances; their counterpart is 'profit-carried-forward'.
CREATE FUNCTION post_year_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM post_ledger_entry('year-end', NEW.id, 0, to_char(NEW.ends_on, 'YYYY'), NEW.ends_on + 1,
    ARRAY[make_ledger_line('profit-carried-forward', NEW.profit_fils), make_ledger_line('retained-earnings', -NEW.profit_fils)]);
  RETURN NULL;
END $$;
CREATE TRIGGER post_year_end AFTER INSERT ON financial_years FOR EACH ROW EXECUTE FUNCTION post_year_end();

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
