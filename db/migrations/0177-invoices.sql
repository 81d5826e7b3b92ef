-- As in 0118, and a replaced link detaches the PDF that has it: the next request draws the invoice again with the new link. The
-- file that was sent stays with the invoice until the end of its retention.
CREATE OR REPLACE FUNCTION refuse_issued_invoice_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  may_change text[] := ARRAY['version', 'customer_id', 'property_id', 'settled_fils', 'written_off_fils', 'credited_fils', 'deducted_fils',
    'uncredited_fils', 'held_fils', 'open_fils', 'state', 'search_text', 'document_id', 'reminders', 'link_version'];
  -- Generated columns are not computed yet in a trigger that fires before the update.
  of_a_person text[] := ARRAY['buyer', 'note', 'document_id', 'erased_at', 'open_fils', 'state', 'search_text'];
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.issued_at IS NULL THEN RETURN OLD; END IF;
  ELSIF OLD.issued_at IS NULL OR (to_jsonb(NEW) - may_change = to_jsonb(OLD) - may_change
    AND (OLD.document_id IS NULL OR NEW.document_id IS NOT DISTINCT FROM OLD.document_id
      OR (NEW.document_id IS NULL AND NEW.link_version > OLD.link_version))
    AND (OLD.erased_at IS NULL OR NEW.document_id IS NULL))
    OR (is_retention_over(OLD.issue_date, NEW.erased_at) AND OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL AND NEW.document_id IS NULL
      AND to_jsonb(NEW) - of_a_person = to_jsonb(OLD) - of_a_person)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'An issued document is immutable: correct it by a credit note' USING ERRCODE = 'restrict_violation';
END $$;
