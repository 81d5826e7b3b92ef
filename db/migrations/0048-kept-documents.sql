-- Once the law no longer asks for it, the file of a document goes, and with whom it was made out to. Its sums stay.
ALTER TABLE invoices ADD COLUMN forgotten_at timestamptz;
ALTER TABLE credit_notes ADD COLUMN forgotten_at timestamptz;
CREATE INDEX invoices_kept ON invoices (issue_date) WHERE forgotten_at IS NULL AND issued_at IS NOT NULL;
CREATE INDEX credit_notes_kept ON credit_notes (issue_date) WHERE forgotten_at IS NULL;

-- Five years from the end of the year (Federal Decree-Law 28 of 2022 and its executive regulation); the settings may keep it longer.
CREATE FUNCTION may_be_forgotten(issue_date date, at timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT date_trunc('year', issue_date) + interval '6 years' <= at AT TIME ZONE 'Asia/Dubai'
$$;

CREATE OR REPLACE FUNCTION refuse_change_of_issued() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  may_change text[] := ARRAY['version', 'customer_id', 'property_id', 'settled_fils', 'credited_fils', 'deducted_fils', 'standing_fils',
    'open_fils', 'state', 'document_id', 'reminders'];
  -- Sums that follow from others are not worked out yet.
  of_a_person text[] := ARRAY['buyer', 'note', 'document_id', 'forgotten_at', 'open_fils', 'state'];
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.issued_at IS NULL THEN RETURN OLD; END IF;
  ELSIF OLD.issued_at IS NULL OR (to_jsonb(NEW) - may_change = to_jsonb(OLD) - may_change
    AND (OLD.document_id IS NULL OR NEW.document_id IS NOT DISTINCT FROM OLD.document_id)
    AND (OLD.forgotten_at IS NULL OR NEW.document_id IS NULL))
    OR (may_be_forgotten(OLD.issue_date, NEW.forgotten_at) AND OLD.forgotten_at IS NULL AND NEW.forgotten_at IS NOT NULL AND NEW.document_id IS NULL
      AND to_jsonb(NEW) - of_a_person = to_jsonb(OLD) - of_a_person)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'What was issued never changes: a credit note corrects it' USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION refuse_change_of_credit_notes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_a_person text[] := ARRAY['buyer', 'document_id', 'forgotten_at'];
BEGIN
  IF TG_OP = 'UPDATE' AND (
    (OLD.document_id IS NULL AND OLD.forgotten_at IS NULL
      AND to_jsonb(NEW) - 'document_id' = to_jsonb(OLD) - 'document_id')
    OR (may_be_forgotten(OLD.issue_date, NEW.forgotten_at) AND OLD.forgotten_at IS NULL AND NEW.forgotten_at IS NOT NULL AND NEW.document_id IS NULL
      AND to_jsonb(NEW) - of_a_person = to_jsonb(OLD) - of_a_person))
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'What happened to money is never rewritten' USING ERRCODE = 'restrict_violation';
END $$;
DROP TRIGGER credit_notes_never_change ON credit_notes;
CREATE TRIGGER credit_notes_never_change BEFORE UPDATE OR DELETE ON credit_notes
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_credit_notes();
