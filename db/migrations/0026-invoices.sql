-- Invoices, credit notes, write-offs, opening balances, settlements and credit balances (docs/domain.md, "Money"). Amounts are whole
-- fils of AED; prices include VAT. Issued documents never change: a credit note corrects them.

CREATE TABLE invoices (
  id              uuid PRIMARY KEY,
  -- invoice: work done. deposit: paid before the work and deducted from its invoice. opening: an open invoice of the previous
  -- books, under its number there, where its VAT was declared.
  kind            text NOT NULL DEFAULT 'invoice' CHECK (kind IN ('invoice', 'deposit', 'opening')),
  -- Null: a draft.
  reference       text UNIQUE,
  version         integer NOT NULL DEFAULT 1 CHECK (version > 0),
  customer_id     uuid NOT NULL REFERENCES customers (id),
  property_id     uuid REFERENCES properties (id),
  booking_id      uuid REFERENCES bookings (id),
  quote_id        uuid REFERENCES quotes (id),
  contract_id     uuid REFERENCES contracts (id),
  language        text NOT NULL DEFAULT 'en' CHECK (language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  title           text CHECK (title IN ('tax-invoice', 'simplified-tax-invoice', 'invoice')),
  -- Name, address and TRN of both parties on the day of issue.
  seller          jsonb,
  buyer           jsonb,
  note            text NOT NULL DEFAULT '' CHECK (length(note) <= 1000),
  created_at      timestamptz NOT NULL,
  issued_at       timestamptz,
  -- Days of Dubai. In a draft, null means the day of issue.
  issue_date      date,
  supply_date     date,
  due_date        date,
  net_fils        bigint NOT NULL DEFAULT 0,
  vat_fils        bigint NOT NULL DEFAULT 0,
  total_fils      bigint NOT NULL DEFAULT 0 CHECK (total_fils >= 0),
  -- Sums kept by triggers: settlements; credit notes; of a deposit, what later invoices deduct.
  settled_fils    bigint NOT NULL DEFAULT 0,
  credited_fils   bigint NOT NULL DEFAULT 0 CHECK (credited_fils >= 0),
  deducted_fils   bigint NOT NULL DEFAULT 0 CHECK (deducted_fils >= 0),
  -- Invoiced amount before deducted deposits, less credit notes. Above zero: the invoice is in effect.
  uncredited_fils bigint NOT NULL DEFAULT 0 CHECK (uncredited_fils >= 0),
  open_fils       bigint NOT NULL GENERATED ALWAYS AS (total_fils - settled_fils) STORED,
  state           text NOT NULL GENERATED ALWAYS AS (CASE
                    WHEN issued_at IS NULL THEN 'draft'
                    WHEN settled_fils >= total_fils THEN 'paid'
                    WHEN settled_fils > 0 THEN 'part_paid'
                    ELSE 'issued' END) STORED,
  -- The PDF as it was sent.
  document_id     uuid UNIQUE REFERENCES files (id),
  reminders       boolean NOT NULL DEFAULT true,
  -- Time at which document and buyer were erased, at the end of the retention period.
  erased_at       timestamptz,
  CONSTRAINT invoices_reference_format_check CHECK (kind = 'opening' OR reference ~ '^INV-[0-9]{4}-[0-9]{6}$'),
  CONSTRAINT invoices_total_sum_check CHECK (total_fils = net_fils + vat_fils),
  CONSTRAINT invoices_settlement_limit_check CHECK (settled_fils BETWEEN 0 AND total_fils),
  CONSTRAINT invoices_credit_limit_check CHECK (credited_fils + deducted_fils <= total_fils),
  CONSTRAINT invoices_deducted_deposit_check CHECK (deducted_fils = 0 OR kind = 'deposit'),
  CONSTRAINT invoices_draft_unsettled_check CHECK (issued_at IS NOT NULL OR (settled_fils = 0 AND credited_fils = 0)),
  CONSTRAINT invoices_issued_complete_check CHECK ((issued_at IS NULL) = (reference IS NULL) AND (issued_at IS NULL
    OR (issue_date IS NOT NULL AND due_date IS NOT NULL
      AND (kind = 'opening' OR (title IS NOT NULL AND seller IS NOT NULL AND buyer IS NOT NULL)))))
);
CREATE INDEX ON invoices (created_at DESC, id DESC);
CREATE INDEX ON invoices (state, created_at DESC, id DESC);
CREATE INDEX invoices_issue_date_idx ON invoices (issue_date DESC, id DESC) INCLUDE (kind, net_fils) WHERE issued_at IS NOT NULL;
CREATE INDEX invoices_open_idx ON invoices (due_date, id) INCLUDE (customer_id, open_fils) WHERE state IN ('issued', 'part_paid');
CREATE INDEX ON invoices (customer_id, issue_date);
CREATE INDEX ON invoices (property_id) WHERE property_id IS NOT NULL;
CREATE INDEX ON invoices (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX ON invoices (quote_id) WHERE quote_id IS NOT NULL;
CREATE INDEX ON invoices (contract_id) WHERE contract_id IS NOT NULL;
CREATE INDEX invoices_search_idx ON invoices USING gin (reference gin_trgm_ops);
-- Documents whose retention period has to be watched.
CREATE INDEX invoices_retention_idx ON invoices (issue_date) WHERE erased_at IS NULL AND issued_at IS NOT NULL;
-- Answers whether there is an issued invoice, which ends the import of opening balances.
CREATE INDEX invoices_issued_here_idx ON invoices (issued_at) WHERE issued_at IS NOT NULL AND kind <> 'opening';

CREATE TABLE invoice_lines (
  invoice_id          uuid NOT NULL REFERENCES invoices (id) ON DELETE CASCADE,
  position            integer NOT NULL CHECK (position BETWEEN 1 AND 300),
  section             text NOT NULL DEFAULT '' CHECK (length(section) <= 80),
  description         text NOT NULL CHECK (length(description) BETWEEN 1 AND 500),
  -- Negative: the line deducts a deposit.
  quantity_hundredths integer NOT NULL CHECK (quantity_hundredths <> 0 AND abs(quantity_hundredths) <= 10000000),
  unit                text NOT NULL DEFAULT '' CHECK (length(unit) <= 20),
  unit_fils           bigint NOT NULL CHECK (unit_fils BETWEEN 0 AND 10000000000),
  discount_fils       bigint NOT NULL DEFAULT 0 CHECK (discount_fils >= 0),
  vat_percent         integer NOT NULL CHECK (vat_percent BETWEEN 0 AND 50),
  gross_fils          bigint NOT NULL,
  vat_fils            bigint NOT NULL,
  net_fils            bigint NOT NULL GENERATED ALWAYS AS (gross_fils - vat_fils) STORED,
  service_id          text REFERENCES services (id),
  price_id            uuid REFERENCES prices (id),
  -- Deposit that the line deducts.
  deducted_deposit_id uuid REFERENCES invoices (id),
  -- Contract that discounts the part.
  part_contract_id    uuid REFERENCES contracts (id),
  PRIMARY KEY (invoice_id, position),
  CONSTRAINT invoice_lines_gross_amount_check
    CHECK (gross_fils = round(quantity_hundredths::numeric * unit_fils / 100) - discount_fils),
  CONSTRAINT invoice_lines_deduction_check CHECK ((quantity_hundredths < 0) = (deducted_deposit_id IS NOT NULL)),
  CONSTRAINT invoice_lines_gross_sign_check CHECK (quantity_hundredths < 0 OR gross_fils >= 0),
  CONSTRAINT invoice_lines_zero_vat_check CHECK (vat_percent > 0 OR vat_fils = 0),
  CONSTRAINT invoice_lines_vat_range_check CHECK (sign(vat_fils) * sign(gross_fils) >= 0 AND abs(vat_fils) <= abs(gross_fils)),
  CONSTRAINT invoice_lines_part_not_deduction_check CHECK (part_contract_id IS NULL OR deducted_deposit_id IS NULL)
);
CREATE INDEX ON invoice_lines (service_id) WHERE service_id IS NOT NULL;
CREATE INDEX ON invoice_lines (price_id) WHERE price_id IS NOT NULL;
CREATE INDEX ON invoice_lines (deducted_deposit_id) WHERE deducted_deposit_id IS NOT NULL;
CREATE INDEX ON invoice_lines (part_contract_id) WHERE part_contract_id IS NOT NULL;

-- Corrects one invoice in full or in part. Credit notes have no drafts.
CREATE TABLE credit_notes (
  id          uuid PRIMARY KEY,
  reference   text NOT NULL UNIQUE CHECK (reference ~ '^CN-[0-9]{4}-[0-9]{6}$'),
  invoice_id  uuid NOT NULL REFERENCES invoices (id),
  title       text NOT NULL CHECK (title IN ('tax-credit-note', 'credit-note')),
  language    text NOT NULL DEFAULT 'en' CHECK (language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  seller      jsonb NOT NULL,
  buyer       jsonb NOT NULL,
  reason      text NOT NULL CHECK (length(reason) BETWEEN 3 AND 300),
  -- Day of the cancellation or agreed reduction. The credit note is due within 14 days of it.
  event_date  date NOT NULL,
  issue_date  date NOT NULL,
  issued_at   timestamptz NOT NULL,
  net_fils    bigint NOT NULL,
  vat_fils    bigint NOT NULL,
  -- Zero if the whole credited amount was deducted as a deposit.
  total_fils  bigint NOT NULL CHECK (total_fils >= 0),
  document_id uuid UNIQUE REFERENCES files (id),
  -- Time at which document and buyer were erased, at the end of the retention period.
  erased_at   timestamptz,
  CONSTRAINT credit_notes_total_sum_check CHECK (total_fils = net_fils + vat_fils),
  CONSTRAINT credit_notes_dates_check CHECK (event_date <= issue_date)
);
CREATE INDEX ON credit_notes (invoice_id);
CREATE INDEX ON credit_notes (issued_at DESC, id DESC);
CREATE INDEX credit_notes_retention_idx ON credit_notes (issue_date) WHERE erased_at IS NULL;

CREATE TABLE credit_note_lines (
  credit_note_id      uuid NOT NULL REFERENCES credit_notes (id),
  position            integer NOT NULL CHECK (position BETWEEN 1 AND 300),
  -- Corrected line.
  invoice_id          uuid NOT NULL,
  invoice_position    integer NOT NULL,
  description         text NOT NULL CHECK (length(description) BETWEEN 1 AND 500),
  -- Negative: the line returns a deducted deposit, which may be deducted or credited again.
  quantity_hundredths integer NOT NULL CHECK (quantity_hundredths <> 0 AND abs(quantity_hundredths) <= 10000000),
  unit                text NOT NULL DEFAULT '' CHECK (length(unit) <= 20),
  unit_fils           bigint NOT NULL CHECK (unit_fils >= 0),
  discount_fils       bigint NOT NULL DEFAULT 0 CHECK (discount_fils >= 0),
  vat_percent         integer NOT NULL CHECK (vat_percent BETWEEN 0 AND 50),
  gross_fils          bigint NOT NULL,
  vat_fils            bigint NOT NULL,
  net_fils            bigint NOT NULL GENERATED ALWAYS AS (gross_fils - vat_fils) STORED,
  PRIMARY KEY (credit_note_id, position),
  FOREIGN KEY (invoice_id, invoice_position) REFERENCES invoice_lines (invoice_id, position),
  CONSTRAINT credit_note_lines_gross_amount_check
    CHECK (gross_fils = round(quantity_hundredths::numeric * unit_fils / 100) - discount_fils),
  CONSTRAINT credit_note_lines_gross_sign_check CHECK (gross_fils <> 0 AND sign(gross_fils) = sign(quantity_hundredths)),
  CONSTRAINT credit_note_lines_vat_range_check CHECK (sign(vat_fils) * sign(gross_fils) >= 0 AND abs(vat_fils) <= abs(gross_fils))
);
CREATE INDEX ON credit_note_lines (invoice_id, invoice_position);

CREATE TABLE write_offs (
  id          uuid PRIMARY KEY,
  invoice_id  uuid NOT NULL REFERENCES invoices (id),
  amount_fils bigint NOT NULL CHECK (amount_fils > 0),
  reason      text NOT NULL CHECK (length(reason) BETWEEN 3 AND 300),
  recorded_by uuid REFERENCES users (id) ON DELETE SET NULL,
  recorded_at timestamptz NOT NULL
);
CREATE INDEX ON write_offs (invoice_id);
CREATE INDEX ON write_offs (recorded_by) WHERE recorded_by IS NOT NULL;

-- Sent reminders, so that each is sent once.
CREATE TABLE invoice_reminders (
  invoice_id     uuid NOT NULL REFERENCES invoices (id),
  -- -3: three days before the due date.
  days_after_due smallint NOT NULL,
  at             timestamptz NOT NULL,
  PRIMARY KEY (invoice_id, days_after_due)
);

-- Credit balances of the previous books, one per customer.
CREATE TABLE opening_credits (
  id          uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customers (id),
  amount_fils bigint NOT NULL CHECK (amount_fils > 0),
  as_of       date NOT NULL,
  recorded_by uuid REFERENCES users (id) ON DELETE SET NULL,
  recorded_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX ON opening_credits (customer_id);
CREATE INDEX ON opening_credits (recorded_by) WHERE recorded_by IS NOT NULL;

-- Opening balances are locked once the first invoice is issued.
CREATE FUNCTION refuse_late_opening_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM invoices WHERE issued_at IS NOT NULL AND kind <> 'opening') THEN
    RAISE EXCEPTION 'Opening balances are locked: an invoice was issued' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refuse_late_opening_balance BEFORE INSERT ON invoices FOR EACH ROW WHEN (NEW.kind = 'opening')
  EXECUTE FUNCTION refuse_late_opening_balance();
CREATE TRIGGER refuse_late_opening_balance BEFORE INSERT ON opening_credits
  FOR EACH ROW EXECUTE FUNCTION refuse_late_opening_balance();

-- Issuing checks the totals against the lines, and deducts deposits.
CREATE FUNCTION apply_invoice_issue() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  in_lines record;
BEGIN
  IF NEW.kind <> 'opening' THEN
    SELECT count(*) AS lines, coalesce(sum(gross_fils), 0) AS gross, coalesce(sum(vat_fils), 0) AS vat,
      coalesce(sum(gross_fils) FILTER (WHERE deducted_deposit_id IS NULL), 0) AS charged INTO in_lines
      FROM invoice_lines WHERE invoice_id = NEW.id;
    IF in_lines.lines = 0 OR in_lines.gross <> NEW.total_fils OR in_lines.vat <> NEW.vat_fils THEN
      RAISE EXCEPTION 'Invoice % differs from its lines', NEW.reference USING ERRCODE = 'check_violation';
    END IF;
    UPDATE invoices SET uncredited_fils = in_lines.charged WHERE id = NEW.id;
    UPDATE invoices SET deducted_fils = deducted_fils - deducted.gross
      FROM (SELECT deducted_deposit_id, sum(gross_fils) AS gross FROM invoice_lines WHERE invoice_id = NEW.id AND deducted_deposit_id IS NOT NULL
        GROUP BY deducted_deposit_id) AS deducted
      WHERE id = deducted.deducted_deposit_id AND issued_at IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER apply_invoice_issue_on_insert AFTER INSERT ON invoices FOR EACH ROW
  WHEN (NEW.issued_at IS NOT NULL) EXECUTE FUNCTION apply_invoice_issue();
CREATE TRIGGER apply_invoice_issue AFTER UPDATE OF issued_at ON invoices FOR EACH ROW
  WHEN (OLD.issued_at IS NULL AND NEW.issued_at IS NOT NULL) EXECUTE FUNCTION apply_invoice_issue();

CREATE FUNCTION apply_credit_note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE invoices SET credited_fils = credited_fils + NEW.total_fils, version = version + 1 WHERE id = NEW.invoice_id AND issued_at IS NOT NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'Only issued invoices can be credited' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER apply_credit_note AFTER INSERT ON credit_notes FOR EACH ROW EXECUTE FUNCTION apply_credit_note();

-- A line is never credited beyond its amount. Crediting a line in full also credits its exact VAT.
CREATE FUNCTION apply_credit_note_line() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  line record;
BEGIN
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
CREATE TRIGGER apply_credit_note_line AFTER INSERT ON credit_note_lines
  FOR EACH ROW EXECUTE FUNCTION apply_credit_note_line();

-- VAT of a deposit that is deducted and not returned, or credited.
CREATE FUNCTION deposit_vat_used(deposit uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT sum(vat_fils) FROM credit_notes WHERE invoice_id = deposit), 0)::bigint
    - coalesce((SELECT sum(line.vat_fils) FROM invoice_lines AS line JOIN invoices ON invoices.id = line.invoice_id
        WHERE line.deducted_deposit_id = deposit AND invoices.issued_at IS NOT NULL), 0)::bigint
    + coalesce((SELECT sum(credited.vat_fils) FROM invoice_lines AS line JOIN credit_note_lines AS credited
        ON credited.invoice_id = line.invoice_id AND credited.invoice_position = line.position
        WHERE line.deducted_deposit_id = deposit), 0)::bigint
$$;

-- Deductions and credit notes of a deposit together never exceed the deposit, nor its VAT. Exact to the fil.
CREATE FUNCTION check_deposit_limits() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  now_is record;
  vat_taken bigint := deposit_vat_used(NEW.id);
BEGIN
  SELECT total_fils, vat_fils, credited_fils + deducted_fils AS taken INTO now_is FROM invoices WHERE id = NEW.id;
  IF vat_taken < 0 OR vat_taken > now_is.vat_fils OR (now_is.taken = now_is.total_fils AND vat_taken <> now_is.vat_fils) THEN
    RAISE EXCEPTION 'Deposit %: VAT used is %, limit is %', NEW.id, vat_taken, now_is.vat_fils USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER check_deposit_limits AFTER UPDATE OF credited_fils, deducted_fils ON invoices
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.kind = 'deposit') EXECUTE FUNCTION check_deposit_limits();

-- Federal Decree-Law 28 of 2022 and its executive regulation: documents are kept five years from the end of the year. The
-- settings may keep them longer.
CREATE FUNCTION is_retention_over(issue_date date, at timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT date_trunc('year', issue_date) + interval '6 years' <= at AT TIME ZONE 'Asia/Dubai'
$$;

-- Of an issued invoice may change: sums kept by triggers, the document once, reminders, the customer on a merge, and the
-- erasure after the retention period.
CREATE FUNCTION refuse_issued_invoice_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  may_change text[] := ARRAY['version', 'customer_id', 'property_id', 'settled_fils', 'credited_fils', 'deducted_fils', 'uncredited_fils',
    'open_fils', 'state', 'document_id', 'reminders'];
  -- Generated columns are not computed yet in a trigger that fires before the update.
  of_a_person text[] := ARRAY['buyer', 'note', 'document_id', 'erased_at', 'open_fils', 'state'];
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
CREATE TRIGGER refuse_issued_invoice_change BEFORE UPDATE OR DELETE ON invoices
  FOR EACH ROW EXECUTE FUNCTION refuse_issued_invoice_change();

CREATE FUNCTION refuse_issued_line_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_invoice uuid := CASE TG_OP WHEN 'INSERT' THEN NEW.invoice_id ELSE OLD.invoice_id END;
BEGIN
  IF EXISTS (SELECT FROM invoices WHERE id = of_invoice AND issued_at IS NOT NULL) THEN
    RAISE EXCEPTION 'An issued document is immutable: correct it by a credit note' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER refuse_issued_line_change BEFORE INSERT OR UPDATE OR DELETE ON invoice_lines
  FOR EACH ROW EXECUTE FUNCTION refuse_issued_line_change();

CREATE FUNCTION refuse_credit_note_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_a_person text[] := ARRAY['buyer', 'document_id', 'erased_at'];
BEGIN
  IF TG_OP = 'UPDATE' AND (
    (OLD.document_id IS NULL AND OLD.erased_at IS NULL
      AND to_jsonb(NEW) - 'document_id' = to_jsonb(OLD) - 'document_id')
    OR (is_retention_over(OLD.issue_date, NEW.erased_at) AND OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL AND NEW.document_id IS NULL
      AND to_jsonb(NEW) - of_a_person = to_jsonb(OLD) - of_a_person))
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Money records are append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER refuse_credit_note_change BEFORE UPDATE OR DELETE ON credit_notes
  FOR EACH ROW EXECUTE FUNCTION refuse_credit_note_change();

CREATE TRIGGER refuse_append_only_change BEFORE UPDATE OR DELETE ON credit_note_lines
  FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{}');
CREATE TRIGGER refuse_append_only_change BEFORE UPDATE OR DELETE ON write_offs
  FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{recorded_by}');
CREATE TRIGGER refuse_append_only_change BEFORE UPDATE OR DELETE ON opening_credits
  FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{customer_id,recorded_by}');

-- Agreed terms are final once the contract is active or invoiced.
CREATE FUNCTION refuse_contract_terms_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.activated_at IS NOT NULL OR EXISTS (SELECT FROM invoices WHERE contract_id = OLD.id) THEN
    RAISE EXCEPTION 'The agreed terms of contract % are immutable', OLD.reference USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refuse_contract_terms_change BEFORE UPDATE ON contracts FOR EACH ROW
  WHEN (OLD.agreed_at IS NOT NULL AND (OLD.price_fils, OLD.starts_on, OLD.ends_on, OLD.package_id, OLD.property_type, OLD.call_out_hours,
      OLD.emergency_fee, OLD.parts_discount, OLD.parts_included_fils)
    IS DISTINCT FROM (NEW.price_fils, NEW.starts_on, NEW.ends_on, NEW.package_id, NEW.property_type, NEW.call_out_hours,
      NEW.emergency_fee, NEW.parts_discount, NEW.parts_included_fils))
  EXECUTE FUNCTION refuse_contract_terms_change();

-- Prices of an invoiced booking are final until a credit note reverses the invoice.
CREATE FUNCTION is_booking_invoiced(booking uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM invoices WHERE booking_id = booking AND kind = 'invoice' AND issued_at IS NOT NULL AND uncredited_fils > 0)
$$;
CREATE FUNCTION refuse_invoiced_booking_line_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  line booking_lines := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF is_booking_invoiced(line.booking_id) THEN
    RAISE EXCEPTION 'The lines of an invoiced booking are immutable' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN line;
END $$;
CREATE TRIGGER refuse_invoiced_booking_line_change BEFORE INSERT OR DELETE ON booking_lines
  FOR EACH ROW EXECUTE FUNCTION refuse_invoiced_booking_line_change();

-- Open amounts by due date, so that the ageing report reads a row per day. Every change appends rows, so that concurrent
-- transactions do not wait for each other; an hourly job merges the rows of a day.
CREATE TABLE open_amounts (
  due_date  date NOT NULL,
  open_fils bigint NOT NULL
);

CREATE FUNCTION record_open_amount() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was bigint := CASE WHEN TG_OP <> 'INSERT' AND OLD.state IN ('issued', 'part_paid') THEN OLD.open_fils ELSE 0 END;
  became bigint := CASE WHEN TG_OP <> 'DELETE' AND NEW.state IN ('issued', 'part_paid') THEN NEW.open_fils ELSE 0 END;
BEGIN
  IF TG_OP = 'UPDATE' AND was = became AND (was = 0 OR OLD.due_date = NEW.due_date) THEN RETURN NULL; END IF;
  IF was <> 0 THEN INSERT INTO open_amounts (due_date, open_fils) VALUES (OLD.due_date, -was); END IF;
  IF became <> 0 THEN INSERT INTO open_amounts (due_date, open_fils) VALUES (NEW.due_date, became); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER record_open_amount AFTER INSERT OR UPDATE OR DELETE ON invoices
  FOR EACH ROW EXECUTE FUNCTION record_open_amount();

-- Settlements and credit balances. Lock order: invoices first, then the customer's balance.

-- What reduces the open amount of an invoice, in order. Negative: reversed. Nothing else settles an invoice.
CREATE TABLE settlements (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  invoice_id     uuid NOT NULL REFERENCES invoices (id),
  -- credit: paid from the customer's credit balance.
  kind           text NOT NULL CHECK (kind IN ('payment', 'credit-note', 'credit', 'write-off')),
  -- Negative for reversals.
  amount_fils    bigint NOT NULL CHECK (amount_fils <> 0),
  -- The foreign key is added with payments.
  payment_id     uuid,
  credit_note_id uuid REFERENCES credit_notes (id),
  write_off_id   uuid REFERENCES write_offs (id),
  at             timestamptz NOT NULL,
  CONSTRAINT settlements_payment_check CHECK ((kind = 'payment') = (payment_id IS NOT NULL)),
  CONSTRAINT settlements_credit_note_check CHECK ((kind = 'credit-note') = (credit_note_id IS NOT NULL)),
  CONSTRAINT settlements_write_off_check CHECK ((kind = 'write-off') = (write_off_id IS NOT NULL))
);
CREATE INDEX ON settlements (invoice_id, id);
CREATE INDEX ON settlements (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX ON settlements (credit_note_id) WHERE credit_note_id IS NOT NULL;
CREATE INDEX ON settlements (write_off_id) WHERE write_off_id IS NOT NULL;

-- Credit balance of a customer, from overpayments and credit notes after payment. It pays later invoices or is refunded. Set by a
-- trigger.
CREATE TABLE customer_balances (
  customer_id uuid PRIMARY KEY REFERENCES customers (id),
  -- Maintained by triggers: sum of the customer's credit entries.
  credit_fils bigint NOT NULL DEFAULT 0,
  CHECK (credit_fils >= 0)
);

-- Changes of the credit balance. Exactly one source or use each.
CREATE TABLE credit_entries (
  id                bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id       uuid NOT NULL REFERENCES customers (id),
  amount_fils       bigint NOT NULL CHECK (amount_fils <> 0),
  -- The foreign keys of payment and refund are added with payments.
  payment_id        uuid,
  credit_note_id    uuid REFERENCES credit_notes (id),
  refund_id         uuid,
  settlement_id     bigint REFERENCES settlements (id),
  opening_credit_id uuid REFERENCES opening_credits (id),
  at                timestamptz NOT NULL,
  CONSTRAINT credit_entries_source_check
    CHECK (num_nonnulls(payment_id, credit_note_id, refund_id, settlement_id, opening_credit_id) = 1)
);
CREATE INDEX ON credit_entries (customer_id, id);
CREATE INDEX ON credit_entries (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX ON credit_entries (credit_note_id) WHERE credit_note_id IS NOT NULL;
CREATE INDEX ON credit_entries (refund_id) WHERE refund_id IS NOT NULL;
CREATE INDEX ON credit_entries (settlement_id) WHERE settlement_id IS NOT NULL;
CREATE INDEX ON credit_entries (opening_credit_id) WHERE opening_credit_id IS NOT NULL;

CREATE TRIGGER refuse_append_only_change BEFORE UPDATE OR DELETE ON settlements
  FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{}');
CREATE TRIGGER refuse_append_only_change BEFORE UPDATE OR DELETE ON credit_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{customer_id}');

CREATE FUNCTION apply_settlement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE invoices SET settled_fils = settled_fils + NEW.amount_fils, version = version + 1 WHERE id = NEW.invoice_id;
  RETURN NULL;
END $$;
CREATE TRIGGER apply_settlement AFTER INSERT ON settlements FOR EACH ROW EXECUTE FUNCTION apply_settlement();

-- Per statement, because merging customers moves all entries of a customer at once, and only their final sum may be checked.
CREATE FUNCTION apply_credit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    UPDATE customer_balances SET credit_fils = credit_fils - gone.fils
      FROM (SELECT customer_id, sum(amount_fils) AS fils FROM old_entries GROUP BY customer_id) AS gone
      WHERE customer_balances.customer_id = gone.customer_id;
  END IF;
  -- Always in the same order to avoid deadlocks.
  INSERT INTO customer_balances (customer_id)
    SELECT DISTINCT customer_id FROM new_entries ORDER BY customer_id ON CONFLICT DO NOTHING;
  UPDATE customer_balances SET credit_fils = credit_fils + come.fils
    FROM (SELECT customer_id, sum(amount_fils) AS fils FROM new_entries GROUP BY customer_id) AS come
    WHERE customer_balances.customer_id = come.customer_id;
  RETURN NULL;
END $$;
CREATE TRIGGER apply_credit_entries AFTER INSERT ON credit_entries REFERENCING NEW TABLE AS new_entries
  FOR EACH STATEMENT EXECUTE FUNCTION apply_credit_entries();
CREATE TRIGGER apply_credit_entries_on_update AFTER UPDATE ON credit_entries
  REFERENCING OLD TABLE AS old_entries NEW TABLE AS new_entries
  FOR EACH STATEMENT EXECUTE FUNCTION apply_credit_entries();

-- Electronic invoices and credit notes to businesses (docs/decisions/0035-e-invoices.md).
CREATE TABLE e_invoices (
  id               uuid PRIMARY KEY,
  -- Exactly one of the two ids is set.
  invoice_id       uuid UNIQUE REFERENCES invoices (id),
  credit_note_id   uuid UNIQUE REFERENCES credit_notes (id),
  xml              text NOT NULL,
  created_at       timestamptz NOT NULL,
  -- sent: with the accredited provider. received: by the recipient.
  state            text NOT NULL DEFAULT 'created' CHECK (state IN ('created', 'sent', 'received', 'rejected')),
  -- Consecutive attempts in which the provider could not be reached.
  failed_attempts  integer NOT NULL DEFAULT 0 CHECK (failed_attempts >= 0),
  provider_id      text,
  -- Reason given by the provider.
  rejection_reason text CHECK (length(rejection_reason) <= 1000),
  sent_at          timestamptz,
  -- When the provider was last asked for the state.
  polled_at        timestamptz,
  CONSTRAINT e_invoices_document_check CHECK (num_nonnulls(invoice_id, credit_note_id) = 1),
  CONSTRAINT e_invoices_sent_complete_check
    CHECK (state NOT IN ('sent', 'received') OR (provider_id IS NOT NULL AND sent_at IS NOT NULL)),
  CONSTRAINT e_invoices_polled_check CHECK (state <> 'sent' OR polled_at IS NOT NULL)
);
CREATE INDEX e_invoices_sent_idx ON e_invoices (polled_at) WHERE state = 'sent';

-- The XML is final. It is deleted with its document after the retention period.
CREATE FUNCTION refuse_e_invoice_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  may_change text[] := ARRAY['state', 'failed_attempts', 'provider_id', 'rejection_reason', 'sent_at', 'polled_at'];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF to_jsonb(NEW) - may_change = to_jsonb(OLD) - may_change THEN RETURN NEW; END IF;
  -- Deleted with its document after the retention period.
  ELSIF EXISTS (SELECT FROM invoices WHERE id = OLD.invoice_id AND erased_at IS NOT NULL)
    OR EXISTS (SELECT FROM credit_notes WHERE id = OLD.credit_note_id AND erased_at IS NOT NULL)
  THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'An electronic invoice is immutable' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER refuse_e_invoice_change BEFORE UPDATE OR DELETE ON e_invoices
  FOR EACH ROW EXECUTE FUNCTION refuse_e_invoice_change();
