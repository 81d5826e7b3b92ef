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
