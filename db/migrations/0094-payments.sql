-- Movements of money on a chosen day (docs/domain.md, "Money").

-- Each change of a cheque's state, in order, on its Dubai day.
CREATE TABLE cheque_movements (
  cheque_id   uuid NOT NULL REFERENCES cheques (id),
  number      int NOT NULL CHECK (number > 0),
  transition  text NOT NULL CHECK (transition IN ('deposit', 'clear', 'bounce', 'returnUnused')),
  day         date NOT NULL,
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (cheque_id, number)
);
CREATE TRIGGER refuse_append_only_change BEFORE UPDATE OR DELETE ON cheque_movements
  FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{}');

INSERT INTO cheque_movements (cheque_id, number, transition, day, recorded_at)
SELECT cheques.id, row_number() OVER (PARTITION BY cheques.id ORDER BY trail.id), data->>'transition', dubai_day(trail.at), trail.at
FROM cheques JOIN trail ON subject_id = cheques.id::text
WHERE subject_type = 'cheque' AND type = 'cheque.state-changed';

-- Dubai day of a reversal, if it is another one than that of `at`.
ALTER TABLE settlements ADD COLUMN day date;
ALTER TABLE credit_entries ADD COLUMN day date;
-- Dubai day of a refund that the office paid out, if it is another one than that of `recorded_at`.
ALTER TABLE refunds ADD COLUMN paid_on date;

CREATE OR REPLACE FUNCTION post_cheque(cheque cheques)
 RETURNS void
 LANGUAGE plpgsql
AS $$
DECLARE
  comes bigint := (SELECT count(*) FROM ledger_entries WHERE source_id = cheque.id AND kind = 'cheque-in');
  goes bigint := (SELECT count(*) FROM ledger_entries WHERE source_id = cheque.id AND kind = 'cheque-out');
  is_in boolean := (SELECT state IN ('received', 'deposited') FROM cheques WHERE id = cheque.id);
  moved_on date := (SELECT day FROM cheque_movements WHERE cheque_id = cheque.id ORDER BY number DESC LIMIT 1);
  lines ledger_line[] := ARRAY[make_ledger_line('cheques-in-hand', cheque.amount_fils), make_ledger_line('uncleared-cheques', -cheque.amount_fils)];
BEGIN
  IF is_in AND comes = goes THEN
    PERFORM post_ledger_entry('cheque-in', cheque.id, comes, cheque.number,
      CASE comes WHEN 0 THEN dubai_day(cheque.received_at) ELSE moved_on END, lines);
  ELSIF NOT is_in AND comes > goes THEN
    lines := ARRAY[make_ledger_line('uncleared-cheques', cheque.amount_fils), make_ledger_line('cheques-in-hand', -cheque.amount_fils)];
    PERFORM post_ledger_entry('cheque-out', cheque.id, goes, cheque.number, moved_on, lines);
  END IF;
END $$;

CREATE OR REPLACE FUNCTION post_credit_entry(entry credit_entries)
 RETURNS void
 LANGUAGE plpgsql
AS $$
DECLARE
  credited ledger_line := ('customer-credit', NULL, -entry.amount_fils, NULL, NULL, NULL, entry.id);
BEGIN
  IF entry.refund_id IS NOT NULL THEN
    PERFORM post_ledger_entry(CASE WHEN entry.amount_fils < 0 THEN 'refund' ELSE 'refund-failed' END, refunds.id, entry.id,
      coalesce(payments.reference, ''), CASE WHEN entry.amount_fils < 0 THEN coalesce(paid_on, dubai_day(entry.at)) ELSE dubai_day(entry.at) END,
      ARRAY[credited, make_ledger_line(payment_method_account(refunds.method), entry.amount_fils)])
    FROM refunds LEFT JOIN payments ON payments.id = payment_id WHERE refunds.id = entry.refund_id;
  ELSIF entry.opening_credit_id IS NOT NULL THEN
    PERFORM post_ledger_entry('opening-credit', entry.opening_credit_id, 0, '', (SELECT as_of FROM opening_credits WHERE id = entry.opening_credit_id),
      ARRAY[make_ledger_line('opening', entry.amount_fils), credited]);
  END IF;
END $$;

CREATE OR REPLACE FUNCTION post_payment(payment uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $$
DECLARE
  paid payments;
  part record;
  what text;
  before bigint;
BEGIN
  SELECT * INTO STRICT paid FROM payments WHERE id = payment;
  FOR part IN
    SELECT moved_on, sum(-(line).fils)::bigint AS fils, array_agg(line ORDER BY line) AS lines FROM (
      SELECT at, coalesce(day, dubai_day(at)) AS moved_on, ('receivables', NULL, -amount_fils, NULL, NULL, id, NULL)::ledger_line AS line FROM settlements
      WHERE payment_id = payment AND NOT EXISTS (SELECT FROM ledger_lines WHERE settlement_id = settlements.id)
      UNION ALL
      SELECT at, coalesce(day, dubai_day(at)), ('customer-credit', NULL, -amount_fils, NULL, NULL, NULL, id)::ledger_line FROM credit_entries
      WHERE payment_id = payment AND NOT EXISTS (SELECT FROM ledger_lines WHERE credit_entry_id = credit_entries.id)
    ) AS parts GROUP BY at, moved_on ORDER BY at
  LOOP
    SELECT count(*) INTO before FROM ledger_entries WHERE source_id = payment AND kind LIKE 'payment%';
    what := CASE WHEN part.fils < 0 THEN 'payment-reversed' WHEN part.fils = 0 THEN 'payment-reallocated'
      WHEN before > 0 THEN 'payment-restored' ELSE 'payment' END;
    PERFORM post_ledger_entry(what, payment, before, paid.reference,
      CASE what WHEN 'payment' THEN paid.received_on ELSE part.moved_on END,
      make_ledger_line(payment_method_account(paid.method), part.fils) || part.lines);
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION post_settlement(settled settlements)
 RETURNS void
 LANGUAGE plpgsql
AS $$
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
    PERFORM post_ledger_entry('credit-used', settled.invoice_id, settled.id, called, coalesce(settled.day, dubai_day(settled.at)), receivable
      || ARRAY(SELECT ('customer-credit', NULL, -amount_fils, NULL, NULL, NULL, id)::ledger_line FROM credit_entries
        WHERE settlement_id = settled.id));
  END IF;
END $$;
