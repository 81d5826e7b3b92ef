-- What the books of before owe a customer: the credit that the customer begins with here.
CREATE TABLE opening_credits (
  id          uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customers (id),
  amount_fils bigint NOT NULL CHECK (amount_fils > 0),
  as_of       date NOT NULL,
  recorded_by uuid REFERENCES users (id) ON DELETE SET NULL,
  recorded_at timestamptz NOT NULL
);
-- Once for a customer.
CREATE UNIQUE INDEX opening_credits_of_customer ON opening_credits (customer_id);
CREATE INDEX opening_credits_recorded_by ON opening_credits (recorded_by) WHERE recorded_by IS NOT NULL;
CREATE TRIGGER opening_credits_never_change BEFORE UPDATE OR DELETE ON opening_credits
  FOR EACH ROW EXECUTE FUNCTION refuse_money_rewrite('{customer_id,recorded_by}');

ALTER TABLE credit_entries ADD COLUMN opening_credit_id uuid REFERENCES opening_credits (id);
DO $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT conname FROM pg_constraint WHERE conrelid = 'credit_entries'::regclass AND contype = 'c'
    AND pg_get_constraintdef(oid) LIKE '%num_nonnulls%'
  LOOP
    EXECUTE format('ALTER TABLE credit_entries DROP CONSTRAINT %I', one.conname);
  END LOOP;
END $$;
ALTER TABLE credit_entries ADD CONSTRAINT credit_entries_come_from_one
  CHECK (num_nonnulls(payment_id, credit_note_id, refund_id, settlement_id, opening_credit_id) = 1);
CREATE INDEX credit_entries_of_opening ON credit_entries (opening_credit_id) WHERE opening_credit_id IS NOT NULL;

-- Taken over is what was there before the first document of ours, and nothing after it.
CREATE FUNCTION refuse_late_opening() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM invoices WHERE issued_at IS NOT NULL AND kind <> 'opening') THEN
    RAISE EXCEPTION 'The books of before are taken over before the first invoice' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER openings_before_the_first BEFORE INSERT ON invoices FOR EACH ROW WHEN (NEW.kind = 'opening')
  EXECUTE FUNCTION refuse_late_opening();
CREATE TRIGGER opening_credits_before_the_first BEFORE INSERT ON opening_credits FOR EACH ROW EXECUTE FUNCTION refuse_late_opening();
