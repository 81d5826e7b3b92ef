-- A credit note may correct a line that deducts a deposit, too: that part of the deposit is free again, to be deducted once more
-- or credited on its own invoice. What is deducted and not given back, and what is credited of the deposit itself, are together
-- never more than it was, to the fil, VAT too.
DO $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT conrelid::regclass AS of_table, conname FROM pg_constraint
    WHERE contype = 'c' AND (
      (conrelid = 'credit_notes'::regclass AND pg_get_constraintdef(oid) IN ('CHECK ((vat_fils >= 0))', 'CHECK ((total_fils > 0))'))
      OR (conrelid = 'credit_note_lines'::regclass AND (pg_get_constraintdef(oid) LIKE '%quantity_hundredths >= 1%'
        OR pg_get_constraintdef(oid) IN ('CHECK ((gross_fils > 0))') OR pg_get_constraintdef(oid) LIKE '%vat_fils <= gross_fils%')))
  LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', one.of_table, one.conname);
  END LOOP;
END $$;
ALTER TABLE credit_notes
  -- Nothing, where what it takes off had been deducted as a deposit.
  ADD CONSTRAINT credit_notes_total CHECK (total_fils >= 0);
ALTER TABLE credit_note_lines
  -- Negative where it gives a deduction back.
  ADD CONSTRAINT credit_note_lines_quantity CHECK (quantity_hundredths <> 0 AND abs(quantity_hundredths) <= 10000000),
  ADD CONSTRAINT credit_note_lines_gross CHECK (gross_fils <> 0 AND sign(gross_fils) = sign(quantity_hundredths)),
  ADD CONSTRAINT credit_note_lines_vat CHECK (sign(vat_fils) * sign(gross_fils) >= 0 AND abs(vat_fils) <= abs(gross_fils));

-- What an issued invoice charges, before deposits, and was not credited: while there is some, it stands.
ALTER TABLE invoices ADD COLUMN standing_fils bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT invoices_standing CHECK (standing_fils >= 0);

CREATE OR REPLACE FUNCTION refuse_change_of_issued() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  may_change text[] := ARRAY['version', 'customer_id', 'property_id', 'settled_fils', 'credited_fils', 'deducted_fils', 'standing_fils',
    'open_fils', 'state', 'document_id', 'reminders'];
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.issued_at IS NULL THEN RETURN OLD; END IF;
  ELSIF OLD.issued_at IS NULL OR (to_jsonb(NEW) - may_change = to_jsonb(OLD) - may_change
    AND (OLD.document_id IS NULL OR NEW.document_id IS NOT DISTINCT FROM OLD.document_id))
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'What was issued never changes: a credit note corrects it' USING ERRCODE = 'restrict_violation';
END $$;

UPDATE invoices SET standing_fils =
    coalesce((SELECT sum(gross_fils) FROM invoice_lines WHERE invoice_id = invoices.id AND deducts_id IS NULL), 0)
    - coalesce((SELECT sum(gross_fils) FROM credit_note_lines WHERE invoice_id = invoices.id), 0)
  WHERE issued_at IS NOT NULL AND kind <> 'opening';

CREATE OR REPLACE FUNCTION issue_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  in_lines record;
BEGIN
  IF NEW.kind <> 'opening' THEN
    SELECT count(*) AS lines, coalesce(sum(gross_fils), 0) AS gross, coalesce(sum(vat_fils), 0) AS vat,
      coalesce(sum(gross_fils) FILTER (WHERE deducts_id IS NULL), 0) AS charged INTO in_lines
      FROM invoice_lines WHERE invoice_id = NEW.id;
    IF in_lines.lines = 0 OR in_lines.gross <> NEW.total_fils OR in_lines.vat <> NEW.vat_fils THEN
      RAISE EXCEPTION 'Invoice % differs from its lines', NEW.reference USING ERRCODE = 'check_violation';
    END IF;
    UPDATE invoices SET standing_fils = in_lines.charged WHERE id = NEW.id;
    UPDATE invoices SET deducted_fils = deducted_fils - deducted.gross
      FROM (SELECT deducts_id, sum(gross_fils) AS gross FROM invoice_lines WHERE invoice_id = NEW.id AND deducts_id IS NOT NULL
        GROUP BY deducts_id) AS deducted
      WHERE id = deducted.deducts_id AND issued_at IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;

-- No line is credited beyond what it was, and the whole of it with the whole of its VAT.
CREATE FUNCTION add_credit_note_line() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  line record;
BEGIN
  SELECT invoice_lines.gross_fils, invoice_lines.vat_fils, deducts_id, sum(credited.gross_fils) AS gross, sum(credited.vat_fils) AS vat
    INTO line FROM invoice_lines JOIN credit_note_lines AS credited
      ON credited.invoice_id = invoice_lines.invoice_id AND credited.invoice_position = invoice_lines.position
    WHERE invoice_lines.invoice_id = NEW.invoice_id AND invoice_lines.position = NEW.invoice_position
    GROUP BY invoice_lines.gross_fils, invoice_lines.vat_fils, deducts_id;
  IF sign(NEW.gross_fils) <> sign(line.gross_fils) OR abs(line.gross) > abs(line.gross_fils) OR abs(line.vat) > abs(line.vat_fils)
    OR (line.gross = line.gross_fils AND line.vat <> line.vat_fils)
  THEN
    RAISE EXCEPTION 'Line % of invoice % is credited beyond what it was', NEW.invoice_position, NEW.invoice_id
      USING ERRCODE = 'check_violation';
  END IF;
  IF line.deducts_id IS NULL THEN
    UPDATE invoices SET standing_fils = standing_fils - NEW.gross_fils WHERE id = NEW.invoice_id;
  ELSE
    UPDATE invoices SET deducted_fils = deducted_fils + NEW.gross_fils, version = version + 1 WHERE id = line.deducts_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER credit_note_lines_add_up AFTER INSERT ON credit_note_lines
  FOR EACH ROW EXECUTE FUNCTION add_credit_note_line();

-- Of the VAT of a deposit: what is deducted and not given back, and what is credited.
CREATE FUNCTION deposit_vat_taken(deposit uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT sum(vat_fils) FROM credit_notes WHERE invoice_id = deposit), 0)::bigint
    - coalesce((SELECT sum(line.vat_fils) FROM invoice_lines AS line JOIN invoices ON invoices.id = line.invoice_id
        WHERE line.deducts_id = deposit AND invoices.issued_at IS NOT NULL), 0)::bigint
    + coalesce((SELECT sum(credited.vat_fils) FROM invoice_lines AS line JOIN credit_note_lines AS credited
        ON credited.invoice_id = line.invoice_id AND credited.invoice_position = line.position
        WHERE line.deducts_id = deposit), 0)::bigint
$$;
CREATE FUNCTION check_deposit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  now_is record;
  vat_taken bigint := deposit_vat_taken(NEW.id);
BEGIN
  SELECT total_fils, vat_fils, credited_fils + deducted_fils AS taken INTO now_is FROM invoices WHERE id = NEW.id;
  IF vat_taken < 0 OR vat_taken > now_is.vat_fils OR (now_is.taken = now_is.total_fils AND vat_taken <> now_is.vat_fils) THEN
    RAISE EXCEPTION 'Of deposit % the VAT taken is %, it has %', NEW.id, vat_taken, now_is.vat_fils USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER deposits_taken_once AFTER UPDATE OF credited_fils, deducted_fils ON invoices
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.kind = 'deposit') EXECUTE FUNCTION check_deposit();

-- An invoice stands until all of what it charges is credited.
CREATE OR REPLACE FUNCTION refuse_change_of_invoiced_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  line booking_lines := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF EXISTS (SELECT FROM invoices WHERE booking_id = line.booking_id AND kind = 'invoice' AND issued_at IS NOT NULL
      AND standing_fils > 0) THEN
    RAISE EXCEPTION 'The lines of an invoiced booking stay as they are' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN line;
END $$;
