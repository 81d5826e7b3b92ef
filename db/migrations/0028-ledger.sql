-- The general ledger (docs/domain.md, "Ledger"; docs/decisions/0034-ledger.md). Deferred triggers post each entry at the end of
-- the transaction, from the rows that the transaction wrote, whatever code wrote them. Amounts are whole fils of AED.

-- Closed periods: the books are closed through a day. Documents of earlier days are posted on the first open day.
CREATE TABLE ledger_closings (
  closed_through date PRIMARY KEY,
  closed_by      uuid REFERENCES users (id) ON DELETE SET NULL,
  closed_at      timestamptz NOT NULL
);
CREATE INDEX ON ledger_closings (closed_by) WHERE closed_by IS NOT NULL;
CREATE TRIGGER refuse_append_only_change BEFORE UPDATE OR DELETE ON ledger_closings
  FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{closed_by}');

CREATE TABLE ledger_entries (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind         text NOT NULL CHECK (kind IN ('invoice', 'deposit', 'opening', 'opening-credit', 'credit-note', 'deposit-forfeited',
                 'payment', 'payment-reversed', 'payment-restored', 'payment-reallocated', 'credit-used', 'write-off', 'refund',
                 'refund-failed', 'cheque-in', 'cheque-out', 'fee', 'payout', 'contract-revenue')),
  -- Document, payment, cheque … that is posted, and a number that tells entries of one kind apart: nothing is posted twice.
  source_id    uuid NOT NULL,
  occurrence   bigint NOT NULL DEFAULT 0,
  -- Reference of the source.
  reference    text NOT NULL,
  -- Days of Dubai: of the document, and of the posting, which is later if the document's day is closed.
  document_day date NOT NULL,
  day          date NOT NULL,
  total_fils   bigint NOT NULL CHECK (total_fils > 0),
  CONSTRAINT ledger_entries_days_check CHECK (day >= document_day),
  UNIQUE (source_id, kind, occurrence)
);
CREATE INDEX ON ledger_entries (day, id);

CREATE TABLE ledger_lines (
  entry_id        bigint NOT NULL REFERENCES ledger_entries (id),
  position        integer NOT NULL CHECK (position > 0),
  account         text NOT NULL CHECK (account IN ('cash', 'bank', 'card-clearing', 'cheques-in-hand', 'receivables', 'output-vat',
                    'customer-deposits', 'customer-credit', 'uncleared-cheques', 'deferred-contract-revenue', 'opening', 'revenue', 'fees',
                    'bad-debts')),
  service_id      text REFERENCES services (id),
  debit_fils      bigint NOT NULL CHECK (debit_fils >= 0),
  credit_fils     bigint NOT NULL CHECK (credit_fils >= 0),
  -- VAT treatment, and emirate of the supply, as the VAT return reports them.
  vat             text CHECK (vat IN ('standard', 'zero', 'exempt')),
  emirate         text CHECK (emirate IN ('AUH', 'DXB', 'SHJ', 'AJM', 'UAQ', 'RAK', 'FUJ')),
  -- Row of the customer's account that the line posts. Unique: each is posted once.
  settlement_id   bigint UNIQUE REFERENCES settlements (id),
  credit_entry_id bigint UNIQUE REFERENCES credit_entries (id),
  PRIMARY KEY (entry_id, position),
  CONSTRAINT ledger_lines_one_side_check CHECK ((debit_fils = 0) <> (credit_fils = 0)),
  CONSTRAINT ledger_lines_vat_emirate_check CHECK ((vat IS NULL) = (emirate IS NULL)),
  CONSTRAINT ledger_lines_service_account_check CHECK (service_id IS NULL OR account = 'revenue')
);
CREATE INDEX ON ledger_lines (vat, emirate, entry_id) WHERE vat IS NOT NULL;
CREATE INDEX ON ledger_lines (service_id) WHERE service_id IS NOT NULL;

CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A posted entry is immutable: correct it by another entry' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER refuse_ledger_change BEFORE UPDATE OR DELETE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER refuse_ledger_truncate BEFORE TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER refuse_ledger_change BEFORE UPDATE OR DELETE ON ledger_lines FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER refuse_ledger_truncate BEFORE TRUNCATE ON ledger_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

-- Posting holds this advisory lock shared and closing holds it exclusively, so that no transaction posts into a period while the
-- period is being closed.
CREATE FUNCTION ledger_closed_through() RETURNS date LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('ledger closing', 0));
  RETURN (SELECT max(closed_through) FROM ledger_closings);
END $$;
CREATE FUNCTION refuse_posting_to_closed_period() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.day <= ledger_closed_through() THEN
    RAISE EXCEPTION 'The books are closed for %', NEW.day USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refuse_posting_to_closed_period BEFORE INSERT ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_posting_to_closed_period();

CREATE FUNCTION refuse_earlier_closing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('ledger closing', 0));
  IF EXISTS (SELECT FROM ledger_closings WHERE closed_through >= NEW.closed_through) THEN
    RAISE EXCEPTION 'The books are already closed for %', NEW.closed_through USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refuse_earlier_closing BEFORE INSERT ON ledger_closings FOR EACH ROW EXECUTE FUNCTION refuse_earlier_closing();

-- Debits and credits are equal and match the entry's total, which also prevents lines from being added later.
CREATE FUNCTION check_entry_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entry bigint := CASE TG_TABLE_NAME WHEN 'ledger_entries' THEN (to_jsonb(NEW)->>'id')::bigint ELSE (to_jsonb(NEW)->>'entry_id')::bigint END;
  sides record;
BEGIN
  SELECT coalesce(sum(debit_fils), 0) AS debit, coalesce(sum(credit_fils), 0) AS credit,
    (SELECT total_fils FROM ledger_entries WHERE id = entry) AS total INTO sides
    FROM ledger_lines WHERE entry_id = entry;
  IF sides.debit <> sides.credit OR sides.debit <> sides.total THEN
    RAISE EXCEPTION 'Entry % has % fils debit, % credit and % in total', entry, sides.debit, sides.credit, sides.total
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER check_entry_balance AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_entry_balance();
CREATE CONSTRAINT TRIGGER check_entry_balance AFTER INSERT ON ledger_lines
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_entry_balance();

-- Sums by day, so that no report reads the whole ledger. Every posting appends rows, so that concurrent transactions do not wait
-- for each other; an hourly job merges them.
CREATE TABLE ledger_days (
  day         date NOT NULL,
  account     text NOT NULL,
  -- Empty: none.
  service_id  text NOT NULL,
  vat         text NOT NULL,
  emirate     text NOT NULL,
  debit_fils  bigint NOT NULL,
  credit_fils bigint NOT NULL,
  unmerged    boolean NOT NULL
);
CREATE UNIQUE INDEX ledger_days_merged_key ON ledger_days (account, day, service_id, vat, emirate) WHERE NOT unmerged;
CREATE INDEX ledger_days_day_idx ON ledger_days (day, account) INCLUDE (service_id, vat, emirate, debit_fils, credit_fils);
CREATE INDEX ledger_days_unmerged_idx ON ledger_days (day) WHERE unmerged;

CREATE FUNCTION add_to_ledger_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_days (day, account, service_id, vat, emirate, debit_fils, credit_fils, unmerged)
  SELECT day, account, coalesce(service_id, ''), coalesce(vat, ''), coalesce(emirate, ''), sum(debit_fils), sum(credit_fils), true
  FROM new_lines JOIN ledger_entries ON ledger_entries.id = entry_id GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;
CREATE TRIGGER add_to_ledger_days AFTER INSERT ON ledger_lines REFERENCING NEW TABLE AS new_lines
  FOR EACH STATEMENT EXECUTE FUNCTION add_to_ledger_days();

-- A line before posting: a positive amount is a debit, a negative one a credit.
CREATE TYPE ledger_line AS (account text, service_id text, fils bigint, vat text, emirate text, settlement_id bigint, credit_entry_id bigint);

CREATE FUNCTION make_ledger_line(account text, fils bigint) RETURNS ledger_line LANGUAGE sql IMMUTABLE AS $$
  SELECT (account, NULL, fils, NULL, NULL, NULL, NULL)::ledger_line
$$;
CREATE FUNCTION post_ledger_entry(kind text, source uuid, occurrence bigint, reference text, document_day date, lines ledger_line[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  closed date := ledger_closed_through();
BEGIN
  -- In one statement, so that the balance check always sees entry and lines.
  WITH entry AS (
    INSERT INTO ledger_entries (kind, source_id, occurrence, reference, document_day, day, total_fils)
    SELECT kind, source, occurrence, reference, document_day, greatest(document_day, closed + 1), sum(line.fils) FILTER (WHERE line.fils > 0)
    FROM unnest(lines) AS line HAVING count(*) FILTER (WHERE line.fils <> 0) > 0
    RETURNING id
  )
  INSERT INTO ledger_lines (entry_id, position, account, service_id, debit_fils, credit_fils, vat, emirate, settlement_id, credit_entry_id)
    SELECT entry.id, row_number() OVER (ORDER BY line.fils < 0, at), line.account, line.service_id, greatest(line.fils, 0),
      greatest(-line.fils, 0), line.vat, line.emirate, line.settlement_id, line.credit_entry_id
    FROM entry, unnest(lines) WITH ORDINALITY AS line (account, service_id, fils, vat, emirate, settlement_id, credit_entry_id, at)
    WHERE line.fils <> 0;
END $$;

-- Account that a payment method moves.
CREATE FUNCTION payment_method_account(method text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE method WHEN 'cash' THEN 'cash' WHEN 'card' THEN 'card-clearing' ELSE 'bank' END
$$;

-- Emirate of the supplier's place of business (VAT return, box 1). Default: Dubai.
CREATE FUNCTION seller_emirate(seller jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN seller->>'emirate' IN ('AUH', 'DXB', 'SHJ', 'AJM', 'UAQ', 'RAK', 'FUJ') THEN seller->>'emirate' ELSE 'DXB' END
$$;

-- A deposit is a liability until the work is done. If it is kept after a cancellation, it is income.
CREATE FUNCTION deposit_account(deposit uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN EXISTS (SELECT FROM ledger_entries WHERE source_id = deposit AND kind = 'deposit-forfeited') THEN 'revenue' ELSE 'customer-deposits' END
$$;

-- Lines of an invoice, or of its credit note `note`: net amounts by account and service, and VAT.
CREATE FUNCTION document_ledger_lines(invoice uuid, note uuid) RETURNS SETOF ledger_line LANGUAGE sql STABLE AS $$
  WITH document AS (
    SELECT invoices.*, bookings.service_id AS booked, quotes.service_id AS quoted FROM invoices
    LEFT JOIN bookings ON bookings.id = booking_id LEFT JOIN quotes ON quotes.id = quote_id WHERE invoices.id = invoice
  ), part AS (
    SELECT deducted_deposit_id, line.service_id, line.vat_percent, -line.net_fils AS net, -line.vat_fils AS vat
    FROM invoice_lines AS line WHERE note IS NULL AND invoice_id = invoice
    UNION ALL
    SELECT deducted_deposit_id, line.service_id, credited.vat_percent, credited.net_fils, credited.vat_fils
    FROM credit_note_lines AS credited JOIN invoice_lines AS line ON line.invoice_id = credited.invoice_id AND line.position = credited.invoice_position
    WHERE credit_note_id = note
  ), taxed AS (
    SELECT CASE WHEN deducted_deposit_id IS NOT NULL THEN deposit_account(deducted_deposit_id) WHEN kind = 'deposit' THEN deposit_account(id)
        WHEN kind = 'opening' THEN 'opening' WHEN contract_id IS NOT NULL THEN 'deferred-contract-revenue' ELSE 'revenue' END AS account,
      coalesce(part.service_id, booked, quoted) AS service, net, vat,
      CASE WHEN kind = 'opening' OR title = 'invoice' THEN NULL WHEN vat_percent > 0 THEN 'standard' ELSE 'zero' END AS treatment,
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

CREATE FUNCTION post_invoice(invoice invoices) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM post_ledger_entry(invoice.kind, invoice.id, 0, invoice.reference, invoice.issue_date,
    make_ledger_line('receivables', invoice.total_fils) || CASE invoice.kind WHEN 'opening' THEN ARRAY[make_ledger_line('opening', -invoice.total_fils)]
      ELSE ARRAY(SELECT line FROM document_ledger_lines(invoice.id, NULL) AS line) END);
END $$;
CREATE FUNCTION post_credit_note(note credit_notes) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM post_ledger_entry('credit-note', note.id, 0, note.reference, note.issue_date,
    ARRAY(SELECT line FROM document_ledger_lines(note.invoice_id, note.id) AS line)
    || ARRAY(SELECT ('receivables', NULL, -amount_fils, NULL, NULL, id, NULL)::ledger_line FROM settlements WHERE credit_note_id = note.id)
    || ARRAY(SELECT ('customer-credit', NULL, -amount_fils, NULL, NULL, NULL, id)::ledger_line FROM credit_entries
      WHERE credit_note_id = note.id));
END $$;

-- Posts the settlements and credit entries of a payment that are not posted yet, reversed ones included.
CREATE FUNCTION post_payment(payment uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  paid payments;
  part record;
  what text;
  before bigint;
BEGIN
  SELECT * INTO STRICT paid FROM payments WHERE id = payment;
  FOR part IN
    SELECT at, sum(-(line).fils)::bigint AS fils, array_agg(line ORDER BY line) AS lines FROM (
      SELECT at, ('receivables', NULL, -amount_fils, NULL, NULL, id, NULL)::ledger_line AS line FROM settlements
      WHERE payment_id = payment AND NOT EXISTS (SELECT FROM ledger_lines WHERE settlement_id = settlements.id)
      UNION ALL
      SELECT at, ('customer-credit', NULL, -amount_fils, NULL, NULL, NULL, id)::ledger_line FROM credit_entries
      WHERE payment_id = payment AND NOT EXISTS (SELECT FROM ledger_lines WHERE credit_entry_id = credit_entries.id)
    ) AS parts GROUP BY at ORDER BY at
  LOOP
    SELECT count(*) INTO before FROM ledger_entries WHERE source_id = payment AND kind LIKE 'payment%';
    what := CASE WHEN part.fils < 0 THEN 'payment-reversed' WHEN part.fils = 0 THEN 'payment-reallocated'
      WHEN before > 0 THEN 'payment-restored' ELSE 'payment' END;
    PERFORM post_ledger_entry(what, payment, before, paid.reference,
      CASE what WHEN 'payment' THEN paid.received_on ELSE dubai_day(part.at) END,
      make_ledger_line(payment_method_account(paid.method), part.fils) || part.lines);
  END LOOP;
END $$;

CREATE FUNCTION post_settlement(settled settlements) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  called text := (SELECT reference FROM invoices WHERE id = settled.invoice_id);
  receivable ledger_line := ('receivables', NULL, -settled.amount_fils, NULL, NULL, settled.id, NULL);
BEGIN
  IF settled.kind = 'write-off' THEN
    PERFORM post_ledger_entry('write-off', settled.write_off_id, 0, called, dubai_day(settled.at),
      ARRAY[make_ledger_line('bad-debts', settled.amount_fils), receivable]);
  ELSIF settled.kind = 'credit' THEN
    PERFORM post_ledger_entry('credit-used', settled.invoice_id, settled.id, called, dubai_day(settled.at), receivable
      || ARRAY(SELECT ('customer-credit', NULL, -amount_fils, NULL, NULL, NULL, id)::ledger_line FROM credit_entries
        WHERE settlement_id = settled.id));
  END IF;
END $$;
CREATE FUNCTION post_credit_entry(entry credit_entries) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  credited ledger_line := ('customer-credit', NULL, -entry.amount_fils, NULL, NULL, NULL, entry.id);
BEGIN
  IF entry.refund_id IS NOT NULL THEN
    PERFORM post_ledger_entry(CASE WHEN entry.amount_fils < 0 THEN 'refund' ELSE 'refund-failed' END, refunds.id, entry.id,
      coalesce(payments.reference, ''), dubai_day(entry.at),
      ARRAY[credited, make_ledger_line(payment_method_account(refunds.method), entry.amount_fils)])
    FROM refunds LEFT JOIN payments ON payments.id = payment_id WHERE refunds.id = entry.refund_id;
  ELSIF entry.opening_credit_id IS NOT NULL THEN
    PERFORM post_ledger_entry('opening-credit', entry.opening_credit_id, 0, '', (SELECT as_of FROM opening_credits WHERE id = entry.opening_credit_id),
      ARRAY[make_ledger_line('opening', entry.amount_fils), credited]);
  END IF;
END $$;

-- Day of the latest event of a record in the trail. Today, if there is none.
CREATE FUNCTION last_event_day(of_type text, of_id uuid) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT dubai_day(coalesce((SELECT at FROM trail WHERE subject_type = of_type AND subject_id = of_id::text ORDER BY id DESC LIMIT 1), now()))
$$;

-- A cheque is in hand until it clears, bounces or is returned. It pays nothing before that, so it is posted against an account of
-- its own.
CREATE FUNCTION post_cheque(cheque cheques) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  comes bigint := (SELECT count(*) FROM ledger_entries WHERE source_id = cheque.id AND kind = 'cheque-in');
  goes bigint := (SELECT count(*) FROM ledger_entries WHERE source_id = cheque.id AND kind = 'cheque-out');
  is_in boolean := (SELECT state IN ('received', 'deposited') FROM cheques WHERE id = cheque.id);
  lines ledger_line[] := ARRAY[make_ledger_line('cheques-in-hand', cheque.amount_fils), make_ledger_line('uncleared-cheques', -cheque.amount_fils)];
BEGIN
  IF is_in AND comes = goes THEN
    PERFORM post_ledger_entry('cheque-in', cheque.id, comes, cheque.number,
      CASE comes WHEN 0 THEN dubai_day(cheque.received_at) ELSE last_event_day('cheque', cheque.id) END, lines);
  ELSIF NOT is_in AND comes > goes THEN
    lines := ARRAY[make_ledger_line('uncleared-cheques', cheque.amount_fils), make_ledger_line('cheques-in-hand', -cheque.amount_fils)];
    PERFORM post_ledger_entry('cheque-out', cheque.id, goes, cheque.number, last_event_day('cheque', cheque.id), lines);
  END IF;
END $$;

-- Provider fee of a card payment. A later change of the fee is posted as the difference.
CREATE FUNCTION post_fee(paid payments) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  posted record;
  fils bigint;
BEGIN
  SELECT count(*) AS times, coalesce(sum(debit_fils - credit_fils), 0) AS fils INTO posted
    FROM ledger_entries JOIN ledger_lines ON entry_id = ledger_entries.id
    WHERE source_id = paid.id AND kind = 'fee' AND account = 'fees';
  fils := (SELECT coalesce(fee_fils, 0) FROM payments WHERE id = paid.id) - posted.fils;
  PERFORM post_ledger_entry('fee', paid.id, posted.times, paid.reference, paid.received_on,
    ARRAY[make_ledger_line('fees', fils), make_ledger_line('card-clearing', -fils)]);
END $$;

CREATE FUNCTION post_payout(payout payouts) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM post_ledger_entry('payout', payout.id, 0, payout.provider_payout, payout.arrived_on,
    ARRAY[make_ledger_line('bank', payout.amount_fils), make_ledger_line('card-clearing', -payout.amount_fils)]);
END $$;

-- The remainder of a cancelled quote's deposits is income.
CREATE FUNCTION post_forfeited_deposits(quote quotes) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM post_ledger_entry('deposit-forfeited', deposit.id, 0, deposit.reference, last_event_day('quote', quote.id),
    ARRAY[make_ledger_line('customer-deposits', net), ('revenue', quote.service_id, -net, NULL, NULL, NULL, NULL)::ledger_line])
  FROM invoices AS deposit, LATERAL (
    SELECT deposit.net_fils - (deposit.credited_fils + deposit.deducted_fils - deposit_vat_used(deposit.id)) AS net
  ) AS kept
  WHERE quote_id = quote.id AND kind = 'deposit' AND issued_at IS NOT NULL AND net > 0;
END $$;

CREATE FUNCTION post_to_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_ARGV[0]
    WHEN 'invoice' THEN PERFORM post_invoice(NEW);
    WHEN 'credit-note' THEN PERFORM post_credit_note(NEW);
    WHEN 'settlement' THEN
      IF NEW.payment_id IS NOT NULL THEN PERFORM post_payment(NEW.payment_id); ELSE PERFORM post_settlement(NEW); END IF;
    WHEN 'credit-entry' THEN
      IF NEW.payment_id IS NOT NULL THEN PERFORM post_payment(NEW.payment_id); ELSE PERFORM post_credit_entry(NEW); END IF;
    WHEN 'cheque' THEN PERFORM post_cheque(NEW);
    WHEN 'fee' THEN PERFORM post_fee(NEW);
    WHEN 'payout' THEN PERFORM post_payout(NEW);
    WHEN 'quote' THEN PERFORM post_forfeited_deposits(NEW);
  END CASE;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER post_to_ledger AFTER UPDATE OF issued_at ON invoices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.issued_at IS NULL AND NEW.issued_at IS NOT NULL) EXECUTE FUNCTION post_to_ledger('invoice');
CREATE CONSTRAINT TRIGGER post_to_ledger_on_insert AFTER INSERT ON invoices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.issued_at IS NOT NULL) EXECUTE FUNCTION post_to_ledger('invoice');
CREATE CONSTRAINT TRIGGER post_to_ledger AFTER INSERT ON credit_notes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION post_to_ledger('credit-note');
CREATE CONSTRAINT TRIGGER post_to_ledger AFTER INSERT ON settlements DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION post_to_ledger('settlement');
CREATE CONSTRAINT TRIGGER post_to_ledger AFTER INSERT ON credit_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION post_to_ledger('credit-entry');
CREATE CONSTRAINT TRIGGER post_to_ledger AFTER INSERT OR UPDATE OF state ON cheques DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION post_to_ledger('cheque');
CREATE CONSTRAINT TRIGGER post_fee_to_ledger AFTER INSERT OR UPDATE OF fee_fils ON payments
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.fee_fils IS NOT NULL) EXECUTE FUNCTION post_to_ledger('fee');
CREATE CONSTRAINT TRIGGER post_to_ledger AFTER INSERT ON payouts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION post_to_ledger('payout');
CREATE CONSTRAINT TRIGGER post_to_ledger AFTER UPDATE OF state ON quotes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.state = 'cancelled' AND OLD.state <> 'cancelled') EXECUTE FUNCTION post_to_ledger('quote');

-- Revenue of a contract is recognised month by month: at the end of each month a part moves from deferred-contract-revenue to revenue.

-- Revenue recognised by a day: the share of elapsed days of the invoiced amount less credit notes; all of it after the end of the
-- contract.
CREATE FUNCTION earned_contract_revenue(contract contracts, day date) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN day >= coalesce(contract.ended_on, contract.ends_on) THEN ahead
    WHEN day < contract.starts_on THEN 0
    ELSE round(ahead::numeric * (day - contract.starts_on + 1) / (contract.ends_on - contract.starts_on + 1)) END::bigint
  FROM (
    SELECT coalesce(sum(credit_fils - debit_fils), 0) AS ahead
    FROM ledger_entries JOIN ledger_lines ON entry_id = ledger_entries.id
    WHERE account = 'deferred-contract-revenue' AND kind IN ('invoice', 'credit-note') AND document_day <= earned_contract_revenue.day
      AND source_id IN (SELECT id FROM invoices WHERE contract_id = contract.id
        UNION ALL SELECT credit_notes.id FROM credit_notes JOIN invoices ON invoices.id = invoice_id WHERE contract_id = contract.id)
  ) AS invoiced
$$;

-- Posts all months up to `through`, itself the end of a month, and returns the amount.
CREATE FUNCTION post_earned_contract_revenue(contract uuid, through date) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  earning contracts;
  month_end date;
  posted bigint;
  fils bigint;
  before bigint;
BEGIN
  SELECT * INTO STRICT earning FROM contracts WHERE id = contract FOR UPDATE;
  SELECT coalesce(sum(credit_fils - debit_fils), 0) INTO posted FROM ledger_entries JOIN ledger_lines ON entry_id = ledger_entries.id
    WHERE source_id = contract AND kind = 'contract-revenue' AND account = 'revenue';
  before := posted;
  month_end := coalesce(earning.revenue_recognised_through + 1, least(earning.starts_on, earning.ended_on));
  LOOP
    month_end := (date_trunc('month', month_end) + interval '1 month - 1 day')::date;
    EXIT WHEN month_end > through;
    fils := earned_contract_revenue(earning, month_end) - posted;
    IF fils <> 0 THEN
      PERFORM post_ledger_entry('contract-revenue', contract, month_end - date '2000-01-01', earning.reference, month_end,
        ARRAY[make_ledger_line('deferred-contract-revenue', fils), make_ledger_line('revenue', -fils)]);
    END IF;
    posted := posted + fils;
    month_end := month_end + 1;
  END LOOP;
  UPDATE contracts SET revenue_recognised_through = through WHERE id = contract AND (revenue_recognised_through IS NULL OR revenue_recognised_through < through);
  RETURN posted - before;
END $$;

-- Differences between the ledger and the documents and payments behind it. Always empty. Reads both completely.
CREATE FUNCTION ledger_differences() RETURNS TABLE (what text, books numeric, documents numeric) LANGUAGE sql STABLE AS $$
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

-- Posts all documents without an entry, such as rows that were inserted without the triggers.
CREATE FUNCTION post_missing_ledger_entries() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM post_invoice(invoices) FROM invoices WHERE issued_at IS NOT NULL
    AND NOT EXISTS (SELECT FROM ledger_entries WHERE source_id = invoices.id AND kind IN ('invoice', 'deposit', 'opening'));
  PERFORM post_credit_note(credit_notes) FROM credit_notes
    WHERE NOT EXISTS (SELECT FROM ledger_entries WHERE source_id = credit_notes.id);
  PERFORM post_payment(payments.id) FROM payments;
  PERFORM post_settlement(settlements) FROM settlements WHERE kind IN ('credit', 'write-off')
    AND NOT EXISTS (SELECT FROM ledger_lines WHERE settlement_id = settlements.id);
  PERFORM post_credit_entry(credit_entries) FROM credit_entries
    WHERE NOT EXISTS (SELECT FROM ledger_lines WHERE credit_entry_id = credit_entries.id);
  PERFORM post_cheque(cheques) FROM cheques;
  PERFORM post_fee(payments) FROM payments WHERE fee_fils IS NOT NULL;
  PERFORM post_payout(payouts) FROM payouts WHERE NOT EXISTS (SELECT FROM ledger_entries WHERE source_id = payouts.id);
  -- Last, because the kept amount is what remains after all credit notes.
  PERFORM post_forfeited_deposits(quotes) FROM quotes WHERE state = 'cancelled'
    AND NOT EXISTS (SELECT FROM ledger_entries JOIN invoices ON invoices.id = source_id
      WHERE invoices.quote_id = quotes.id AND ledger_entries.kind = 'deposit-forfeited');
END $$;
