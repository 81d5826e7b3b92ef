-- The electronic invoice (docs/decisions/0035-e-invoices.md): what it asks of services and customers, and its XML.

ALTER TABLE services
  -- Service accounting code.
  ADD COLUMN accounting_code text CHECK (accounting_code ~ '^[0-9]{4,12}$');

-- Of a company: its address in parts, where it is on the network, and by what it is known without a TRN.
ALTER TABLE customers
  ADD COLUMN billing_street text CHECK (length(billing_street) BETWEEN 1 AND 120),
  ADD COLUMN billing_city text CHECK (length(billing_city) BETWEEN 1 AND 60),
  ADD COLUMN billing_emirate text CHECK (billing_emirate IN ('AUH', 'DXB', 'SHJ', 'AJM', 'UAQ', 'RAK', 'FUJ')),
  ADD COLUMN e_address text CHECK (e_address ~ '^(1[0-9]{9}|9900000098)$'),
  ADD COLUMN trade_licence text CHECK (length(trade_licence) BETWEEN 1 AND 40);

-- Of an invoice or a credit note to a business. It is made once, and stays as it is.
CREATE TABLE e_invoices (
  id             uuid PRIMARY KEY,
  invoice_id     uuid UNIQUE REFERENCES invoices (id),
  credit_note_id uuid UNIQUE REFERENCES credit_notes (id),
  xml            text NOT NULL,
  made_at        timestamptz NOT NULL,
  -- Where it is: with us, with the accredited provider, with the recipient, or turned down.
  state          text NOT NULL DEFAULT 'made' CHECK (state IN ('made', 'sent', 'received', 'refused')),
  -- How often the provider could not be reached.
  failed_tries   integer NOT NULL DEFAULT 0 CHECK (failed_tries >= 0),
  -- What the provider calls it, and why it turned it down.
  provider_id    text,
  told           text CHECK (length(told) <= 1000),
  -- When it was sent, and when it was last asked how it stands.
  sent_at        timestamptz,
  asked_at       timestamptz,
  CHECK (num_nonnulls(invoice_id, credit_note_id) = 1),
  CHECK (state NOT IN ('sent', 'received') OR (provider_id IS NOT NULL AND sent_at IS NOT NULL)),
  CHECK (state <> 'sent' OR asked_at IS NOT NULL)
);
CREATE INDEX e_invoices_under_way ON e_invoices (asked_at) WHERE state = 'sent';

CREATE FUNCTION refuse_change_of_e_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  may_change text[] := ARRAY['state', 'failed_tries', 'provider_id', 'told', 'sent_at', 'asked_at'];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF to_jsonb(NEW) - may_change = to_jsonb(OLD) - may_change THEN RETURN NEW; END IF;
  -- It goes with its document, once the law no longer asks for that.
  ELSIF EXISTS (SELECT FROM invoices WHERE id = OLD.invoice_id AND forgotten_at IS NOT NULL)
    OR EXISTS (SELECT FROM credit_notes WHERE id = OLD.credit_note_id AND forgotten_at IS NOT NULL)
  THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'An electronic invoice stays as it was made' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER e_invoices_never_change BEFORE UPDATE OR DELETE ON e_invoices
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_e_invoices();
