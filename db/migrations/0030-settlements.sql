-- Settlement of invoices and credit balances of customers. Lock order: invoices first, then the customer's balance.

-- What reduces the open amount of an invoice, in order. Negative: reversed. Nothing else settles an invoice.
CREATE TABLE settlements (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  invoice_id     uuid NOT NULL REFERENCES invoices (id),
  -- credit: paid from the customer's credit balance.
  kind           text NOT NULL CHECK (kind IN ('payment', 'credit-note', 'credit', 'write-off')),
  -- Negative for reversals.
  amount_fils    bigint NOT NULL CHECK (amount_fils <> 0),
  payment_id     uuid REFERENCES payments (id),
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
  payment_id        uuid REFERENCES payments (id),
  credit_note_id    uuid REFERENCES credit_notes (id),
  refund_id         uuid REFERENCES refunds (id),
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

-- At commit, every fil of a payment and of a credit note is either a settlement or a credit entry.
CREATE FUNCTION check_payment_allocation(payment uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  wanted bigint;
  found bigint;
BEGIN
  SELECT amount_fils - reversed_fils INTO wanted FROM payments WHERE id = payment;
  SELECT coalesce((SELECT sum(amount_fils) FROM settlements WHERE payment_id = payment), 0)
    + coalesce((SELECT sum(amount_fils) FROM credit_entries WHERE payment_id = payment), 0) INTO found;
  IF wanted IS DISTINCT FROM found THEN
    RAISE EXCEPTION 'Payment % is % fils, its allocations are %', payment, wanted, found USING ERRCODE = 'check_violation';
  END IF;
END $$;
CREATE FUNCTION check_credit_note_allocation(note uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  wanted record;
  found bigint;
  in_lines record;
BEGIN
  SELECT total_fils, vat_fils INTO wanted FROM credit_notes WHERE id = note;
  SELECT coalesce((SELECT sum(amount_fils) FROM settlements WHERE credit_note_id = note), 0)
    + coalesce((SELECT sum(amount_fils) FROM credit_entries WHERE credit_note_id = note), 0) INTO found;
  SELECT coalesce(sum(gross_fils), 0) AS gross, coalesce(sum(vat_fils), 0) AS vat INTO in_lines
    FROM credit_note_lines WHERE credit_note_id = note;
  IF found <> wanted.total_fils OR in_lines.gross <> wanted.total_fils OR in_lines.vat <> wanted.vat_fils THEN
    RAISE EXCEPTION 'Credit note % is % fils, its allocations are %, its lines %', note, wanted.total_fils, found, in_lines.gross
      USING ERRCODE = 'check_violation';
  END IF;
END $$;
CREATE FUNCTION check_allocation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'payments' THEN
    PERFORM check_payment_allocation(NEW.id);
  ELSIF TG_TABLE_NAME = 'credit_notes' THEN
    PERFORM check_credit_note_allocation(NEW.id);
  ELSIF NEW.payment_id IS NOT NULL THEN
    PERFORM check_payment_allocation(NEW.payment_id);
  ELSIF NEW.credit_note_id IS NOT NULL THEN
    PERFORM check_credit_note_allocation(NEW.credit_note_id);
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER check_allocation AFTER INSERT OR UPDATE OF reversed_fils ON payments
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_allocation();
CREATE CONSTRAINT TRIGGER check_allocation AFTER INSERT ON credit_notes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_allocation();
CREATE CONSTRAINT TRIGGER check_allocation AFTER INSERT ON settlements
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_allocation();
CREATE CONSTRAINT TRIGGER check_allocation AFTER INSERT ON credit_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_allocation();
