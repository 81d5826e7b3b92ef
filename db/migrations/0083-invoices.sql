-- An invoice that is covered by cheques in hand is not overdue (docs/domain.md, "Money").

-- Cheques received or deposited for it; kept by a trigger on cheques.
ALTER TABLE invoices ADD COLUMN held_fils bigint NOT NULL DEFAULT 0;
ALTER TABLE invoices ADD CONSTRAINT invoices_held_fils_limit_check CHECK (held_fils >= 0) NOT VALID;

CREATE OR REPLACE FUNCTION refuse_issued_invoice_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  may_change text[] := ARRAY['version', 'customer_id', 'property_id', 'settled_fils', 'written_off_fils', 'credited_fils', 'deducted_fils',
    'uncredited_fils', 'held_fils', 'open_fils', 'state', 'search_text', 'document_id', 'reminders'];
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

-- Day after which an open amount is overdue. Never while cheques in hand cover it.
CREATE FUNCTION ageing_date(invoice invoices) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN invoice.held_fils >= invoice.open_fils THEN date 'infinity' ELSE invoice.due_date END
$$;

CREATE OR REPLACE FUNCTION record_open_amount() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was bigint := CASE WHEN TG_OP <> 'INSERT' AND OLD.state IN ('issued', 'part_paid') THEN OLD.open_fils ELSE 0 END;
  became bigint := CASE WHEN TG_OP <> 'DELETE' AND NEW.state IN ('issued', 'part_paid') THEN NEW.open_fils ELSE 0 END;
BEGIN
  IF TG_OP = 'UPDATE' AND was = became AND (was = 0 OR ageing_date(OLD) = ageing_date(NEW)) THEN RETURN NULL; END IF;
  IF was <> 0 THEN INSERT INTO open_amounts (due_date, open_fils) VALUES (ageing_date(OLD), -was); END IF;
  IF became <> 0 THEN INSERT INTO open_amounts (due_date, open_fils) VALUES (ageing_date(NEW), became); END IF;
  RETURN NULL;
END $$;
