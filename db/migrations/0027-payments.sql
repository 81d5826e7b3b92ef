-- Payments, payouts, cheques, card checkouts and refunds.

CREATE TABLE payouts (
  id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  provider        text NOT NULL,
  provider_payout text NOT NULL,
  amount_fils     bigint NOT NULL,
  arrived_on      date NOT NULL,
  UNIQUE (provider, provider_payout)
);

-- Receipt numbers may have gaps, so they come from a sequence.
CREATE SEQUENCE receipt_numbers;

-- Received money. A cheque becomes a payment once it has cleared.
CREATE TABLE payments (
  id               uuid PRIMARY KEY,
  -- Receipt number, such as RC-2026-000123.
  reference        text NOT NULL UNIQUE DEFAULT format_reference('RC', nextval('receipt_numbers'), now())
    CHECK (reference ~ '^RC-[0-9]{4}-[0-9]{6,}$'),
  customer_id      uuid NOT NULL REFERENCES customers (id),
  method           text NOT NULL CHECK (method IN ('card', 'cash', 'transfer', 'cheque')),
  amount_fils      bigint NOT NULL CHECK (amount_fils > 0),
  -- Dubai day.
  received_on      date NOT NULL,
  -- Reference of the bank, or another remark that identifies it.
  note             text NOT NULL DEFAULT '' CHECK (length(note) <= 200),
  -- Card provider and its id of the payment. Unique: a repeated webhook records no second payment.
  provider         text CHECK (provider ~ '^[a-z]+$'),
  provider_payment text,
  fee_fils         bigint CHECK (fee_fils >= 0),
  payout_id        uuid REFERENCES payouts (id),
  recorded_by      uuid REFERENCES users (id) ON DELETE SET NULL,
  recorded_at      timestamptz NOT NULL,
  -- Returned cheque, disputed card or correction of a mistake.
  reversed_fils    bigint NOT NULL DEFAULT 0,
  -- Refunded to the card of this payment.
  refunded_fils    bigint NOT NULL DEFAULT 0 CHECK (refunded_fils >= 0),
  CONSTRAINT payments_reversal_limit_check CHECK (reversed_fils BETWEEN 0 AND amount_fils),
  CONSTRAINT payments_refund_limit_check CHECK (refunded_fils + reversed_fils <= amount_fils),
  CONSTRAINT payments_provider_method_check CHECK ((method = 'card') OR provider IS NULL),
  CONSTRAINT payments_provider_complete_check CHECK ((provider IS NULL) = (provider_payment IS NULL)),
  UNIQUE (provider, provider_payment)
);
CREATE INDEX ON payments (received_on DESC, reference DESC);
CREATE INDEX ON payments (customer_id, received_on);
CREATE INDEX ON payments (payout_id) WHERE payout_id IS NOT NULL;
CREATE INDEX ON payments (recorded_by) WHERE recorded_by IS NOT NULL;
CREATE INDEX payments_search_idx ON payments USING gin ((reference || ' ' || note) gin_trgm_ops);

CREATE TABLE cheques (
  id          uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customers (id),
  -- Invoice, or quote with a deposit, that the cheque pays, if known.
  invoice_id  uuid REFERENCES invoices (id),
  contract_id uuid REFERENCES contracts (id),
  -- Quote whose deposit it pays.
  quote_id    uuid REFERENCES quotes (id),
  number      text NOT NULL CHECK (number ~ '^[0-9A-Za-z -]{1,30}$'),
  bank        text NOT NULL CHECK (length(bank) BETWEEN 1 AND 80),
  -- First day on which it may be deposited.
  dated       date NOT NULL,
  amount_fils bigint NOT NULL CHECK (amount_fils > 0),
  state       text NOT NULL DEFAULT 'received' CHECK (state IN ('received', 'deposited', 'cleared', 'bounced', 'returned')),
  version     integer NOT NULL DEFAULT 1 CHECK (version > 0),
  payment_id  uuid UNIQUE REFERENCES payments (id),
  received_at timestamptz NOT NULL,
  CONSTRAINT cheques_cleared_payment_check CHECK (state <> 'cleared' OR payment_id IS NOT NULL),
  CONSTRAINT cheques_purpose_check CHECK (num_nonnulls(invoice_id, contract_id, quote_id) <= 1),
  UNIQUE (customer_id, bank, number)
);
CREATE INDEX ON cheques (dated DESC, id DESC);
CREATE INDEX cheques_uncleared_idx ON cheques (dated, id) WHERE state IN ('received', 'deposited');
CREATE INDEX ON cheques (invoice_id) WHERE invoice_id IS NOT NULL;
CREATE INDEX ON cheques (contract_id) WHERE contract_id IS NOT NULL;
CREATE INDEX ON cheques (quote_id) WHERE quote_id IS NOT NULL;
CREATE INDEX cheques_search_idx ON cheques USING gin ((number || ' ' || bank) gin_trgm_ops);

-- Payment pages of the card provider. A row is written before the provider is called, so that a crash in between is recovered by
-- the same id.
CREATE TABLE checkouts (
  id          uuid PRIMARY KEY,
  -- An invoice, or the deposit of an approved quote.
  invoice_id  uuid REFERENCES invoices (id),
  -- Approved quote whose deposit is paid.
  quote_id    uuid REFERENCES quotes (id),
  provider    text NOT NULL,
  -- Id at the provider; null until it has answered.
  session     text,
  amount_fils bigint NOT NULL CHECK (amount_fils > 0),
  -- requested: the provider's response is not recorded yet.
  state       text NOT NULL DEFAULT 'open' CHECK (state IN ('requested', 'open', 'paid', 'expired')),
  -- Request to the provider, until it has answered.
  request     jsonb,
  url         text,
  expires_at  timestamptz NOT NULL,
  created_at  timestamptz NOT NULL,
  payment_id  uuid UNIQUE REFERENCES payments (id),
  CONSTRAINT checkouts_purpose_check CHECK (num_nonnulls(invoice_id, quote_id) = 1),
  CONSTRAINT checkouts_paid_state_check CHECK ((state = 'paid') = (payment_id IS NOT NULL)),
  CONSTRAINT checkouts_request_state_check CHECK ((state = 'requested') = (request IS NOT NULL)),
  CONSTRAINT checkouts_session_state_check CHECK (state IN ('requested', 'expired') OR session IS NOT NULL),
  UNIQUE (provider, session)
);
CREATE INDEX ON checkouts (invoice_id) WHERE invoice_id IS NOT NULL;
CREATE INDEX ON checkouts (quote_id) WHERE quote_id IS NOT NULL;
-- One unfinished checkout at a time.
CREATE UNIQUE INDEX checkouts_single_unfinished_invoice_key ON checkouts (invoice_id) WHERE state IN ('requested', 'open');
CREATE UNIQUE INDEX checkouts_single_unfinished_quote_key ON checkouts (quote_id) WHERE state IN ('requested', 'open');
CREATE INDEX checkouts_unfinished_idx ON checkouts (expires_at) WHERE state IN ('requested', 'open');

-- Processed webhook events of the card provider. Each is processed once, in any order.
CREATE TABLE provider_events (
  provider    text NOT NULL,
  event       text NOT NULL,
  type        text NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (provider, event)
);
CREATE INDEX ON provider_events (received_at);

-- Refund numbers may have gaps, so they come from a sequence.
CREATE SEQUENCE refund_numbers;

CREATE TABLE refunds (
  id              uuid PRIMARY KEY,
  -- Receipt number, such as RF-2026-000123.
  reference       text NOT NULL UNIQUE DEFAULT format_reference('RF', nextval('refund_numbers'), now())
    CHECK (reference ~ '^RF-[0-9]{4}-[0-9]{6,}$'),
  customer_id     uuid NOT NULL REFERENCES customers (id),
  method          text NOT NULL CHECK (method IN ('card', 'cash', 'transfer', 'cheque')),
  -- Card payment that is refunded.
  payment_id      uuid REFERENCES payments (id),
  amount_fils     bigint NOT NULL CHECK (amount_fils > 0),
  reason          text NOT NULL CHECK (length(reason) BETWEEN 3 AND 300),
  -- requested: from the card provider. failed: the amount is the customer's credit again.
  state           text NOT NULL CHECK (state IN ('requested', 'done', 'failed')),
  provider_refund text UNIQUE,
  recorded_by     uuid REFERENCES users (id) ON DELETE SET NULL,
  recorded_at     timestamptz NOT NULL,
  CONSTRAINT refunds_card_payment_check CHECK ((method = 'card') = (payment_id IS NOT NULL))
);
CREATE INDEX ON refunds (customer_id, recorded_at);
CREATE INDEX ON refunds (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX ON refunds (recorded_by) WHERE recorded_by IS NOT NULL;
CREATE INDEX refunds_requested_idx ON refunds (recorded_at) WHERE state = 'requested';

CREATE TRIGGER refuse_append_only_change BEFORE UPDATE OR DELETE ON payments
  FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{customer_id,fee_fils,payout_id,reversed_fils,refunded_fils,recorded_by,note}');

-- Settlements and credit entries are created with invoices, before payments and refunds.
ALTER TABLE settlements ADD FOREIGN KEY (payment_id) REFERENCES payments (id);
ALTER TABLE credit_entries ADD FOREIGN KEY (payment_id) REFERENCES payments (id);
ALTER TABLE credit_entries ADD FOREIGN KEY (refund_id) REFERENCES refunds (id);

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

-- Live update for the open pages of the customer who owns the record: '<event type> <user id>'.
CREATE FUNCTION notify_record_owner() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owner_id uuid;
BEGIN
  owner_id := CASE NEW.subject_type
    WHEN 'booking' THEN (SELECT user_id FROM bookings WHERE id = NEW.subject_id::uuid)
    WHEN 'contract' THEN (SELECT user_id FROM customers
      WHERE id = (SELECT customer_id FROM contracts WHERE id = NEW.subject_id::uuid))
    WHEN 'quote' THEN (SELECT user_id FROM customers
      WHERE id = (SELECT customer_id FROM quotes WHERE id = NEW.subject_id::uuid))
    WHEN 'invoice' THEN (SELECT user_id FROM customers
      WHERE id = (SELECT customer_id FROM invoices WHERE id = NEW.subject_id::uuid))
    WHEN 'payment' THEN (SELECT user_id FROM customers
      WHERE id = (SELECT customer_id FROM payments WHERE id = NEW.subject_id::uuid))
  END;
  IF owner_id IS NOT NULL THEN
    PERFORM pg_notify('events', NEW.type || ' ' || owner_id);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER notify_record_owner AFTER INSERT ON outbox FOR EACH ROW
  WHEN (NEW.subject_type IN ('booking', 'contract', 'quote', 'invoice', 'payment'))
  EXECUTE FUNCTION notify_record_owner();
