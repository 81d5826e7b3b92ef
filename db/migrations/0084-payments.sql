-- Keeps the sum of cheques in hand of an invoice (0083). Lock order: the cheque, then its invoice.
CREATE FUNCTION record_held_cheque() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.invoice_id IS NOT NULL AND OLD.state IN ('received', 'deposited') THEN
    UPDATE invoices SET held_fils = held_fils - OLD.amount_fils WHERE id = OLD.invoice_id;
  END IF;
  IF NEW.invoice_id IS NOT NULL AND NEW.state IN ('received', 'deposited') THEN
    UPDATE invoices SET held_fils = held_fils + NEW.amount_fils WHERE id = NEW.invoice_id;
  END IF;
  RETURN NULL;
END $$;

-- Cheques in hand are few, so that one transaction changes only their invoices.
DO $$
DECLARE
  held record;
BEGIN
  FOR held IN
    SELECT invoice_id, sum(amount_fils) AS fils FROM cheques WHERE invoice_id IS NOT NULL AND state IN ('received', 'deposited') GROUP BY invoice_id
  LOOP
    UPDATE invoices SET held_fils = held.fils WHERE id = held.invoice_id;
  END LOOP;
END $$;

CREATE TRIGGER record_held_cheque AFTER INSERT ON cheques FOR EACH ROW
  WHEN (NEW.invoice_id IS NOT NULL) EXECUTE FUNCTION record_held_cheque();
CREATE TRIGGER record_changed_cheque AFTER UPDATE OF state, invoice_id ON cheques FOR EACH ROW
  WHEN ((OLD.state, OLD.invoice_id) IS DISTINCT FROM (NEW.state, NEW.invoice_id)) EXECUTE FUNCTION record_held_cheque();
