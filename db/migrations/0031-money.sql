-- Quotes, invoices, credit notes and payments (docs/domain.md, "Quotes" and "Money"). All money is AED in whole fils; prices include
-- VAT. What was issued never changes: a credit note corrects it.

-- An offer, as a head and its versions. `state` is where it stands; the text and the lines stand in its versions.
CREATE TABLE quotes (
  id            uuid PRIMARY KEY,
  reference     text NOT NULL UNIQUE CHECK (reference ~ '^QT-[0-9]{4}-[0-9]{6}$'),
  state         text NOT NULL CHECK (state IN ('draft', 'sent', 'viewed', 'approved', 'changes_requested', 'declined', 'expired',
                  'withdrawn', 'converted')),
  version       integer NOT NULL DEFAULT 1 CHECK (version > 0),
  customer_id   uuid NOT NULL REFERENCES customers (id),
  property_id   uuid REFERENCES properties (id),
  -- The booking whose visit found what is quoted, and the one that the approved work became: the same, or a new one.
  booking_id    uuid REFERENCES bookings (id),
  work_id       uuid REFERENCES bookings (id),
  service_id    text REFERENCES services (id),
  language      text NOT NULL DEFAULT 'en' CHECK (language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  -- The newest of its versions, which is the one that counts.
  revision      integer NOT NULL DEFAULT 1 CHECK (revision > 0),
  -- What the customer is asked for: the newest version without the optional lines; once approved, with those that were ticked.
  total_fils    bigint NOT NULL DEFAULT 0 CHECK (total_fils >= 0),
  deposit_fils  bigint NOT NULL DEFAULT 0 CHECK (deposit_fils BETWEEN 0 AND total_fils),
  valid_until   date,
  created_at    timestamptz NOT NULL,
  sent_at       timestamptz,
  viewed_at     timestamptz,
  answered_at   timestamptz,
  CHECK (state IN ('draft', 'withdrawn') OR (sent_at IS NOT NULL AND valid_until IS NOT NULL)),
  CHECK (state NOT IN ('approved', 'declined', 'changes_requested', 'converted') OR answered_at IS NOT NULL)
);
CREATE INDEX quotes_newest ON quotes (created_at DESC, id DESC);
CREATE INDEX quotes_by_state ON quotes (state, created_at DESC, id DESC);
CREATE INDEX quotes_of_customer ON quotes (customer_id, created_at DESC);
CREATE INDEX quotes_of_property ON quotes (property_id) WHERE property_id IS NOT NULL;
CREATE INDEX quotes_of_booking ON quotes (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX quotes_of_work ON quotes (work_id) WHERE work_id IS NOT NULL;
CREATE INDEX quotes_of_service ON quotes (service_id) WHERE service_id IS NOT NULL;
CREATE INDEX quotes_that_expire ON quotes (valid_until) WHERE state IN ('sent', 'viewed');

CREATE TABLE quote_revisions (
  quote_id        uuid NOT NULL REFERENCES quotes (id) ON DELETE CASCADE,
  number          integer NOT NULL CHECK (number > 0),
  title           text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
  -- What was found, and what is offered, in words for the customer.
  introduction    text NOT NULL DEFAULT '' CHECK (length(introduction) <= 4000),
  terms           text NOT NULL DEFAULT '' CHECK (length(terms) <= 4000),
  discount_kind   text NOT NULL DEFAULT 'none' CHECK (discount_kind IN ('none', 'amount', 'percent')),
  -- Fils, or hundredths of a percent.
  discount        bigint NOT NULL DEFAULT 0 CHECK (discount >= 0),
  deposit_percent integer NOT NULL DEFAULT 0 CHECK (deposit_percent BETWEEN 0 AND 100),
  -- What becomes of a paid deposit when the customer cancels, as it was shown with this version.
  deposit_rule    text NOT NULL DEFAULT 'refunded' CHECK (deposit_rule IN ('refunded', 'kept')),
  valid_days      integer NOT NULL DEFAULT 30 CHECK (valid_days BETWEEN 1 AND 365),
  sent_at         timestamptz,
  PRIMARY KEY (quote_id, number),
  CHECK (discount_kind <> 'none' OR discount = 0),
  CHECK (discount_kind <> 'percent' OR discount <= 10000)
);

CREATE TABLE quote_lines (
  quote_id             uuid NOT NULL,
  revision             integer NOT NULL,
  position             integer NOT NULL CHECK (position BETWEEN 1 AND 200),
  -- The heading that it stands under.
  section              text NOT NULL DEFAULT '' CHECK (length(section) <= 80),
  description          text NOT NULL CHECK (length(description) BETWEEN 1 AND 500),
  quantity_hundredths  integer NOT NULL CHECK (quantity_hundredths BETWEEN 1 AND 10000000),
  unit                 text NOT NULL DEFAULT '' CHECK (length(unit) <= 20),
  unit_fils            bigint NOT NULL CHECK (unit_fils BETWEEN 0 AND 10000000000),
  -- The customer may tick it; those that are not optional are always meant.
  optional             boolean NOT NULL DEFAULT false,
  service_id           text REFERENCES services (id),
  price_id             uuid REFERENCES prices (id),
  PRIMARY KEY (quote_id, revision, position),
  FOREIGN KEY (quote_id, revision) REFERENCES quote_revisions (quote_id, number) ON DELETE CASCADE
);
CREATE INDEX quote_lines_of_service ON quote_lines (service_id) WHERE service_id IS NOT NULL;
CREATE INDEX quote_lines_of_price ON quote_lines (price_id) WHERE price_id IS NOT NULL;

-- Pictures of the assessment that the customer sees with the quote. They belong to whatever they were uploaded for.
CREATE TABLE quote_photos (
  quote_id uuid NOT NULL,
  revision integer NOT NULL,
  position integer NOT NULL CHECK (position BETWEEN 1 AND 20),
  file_id  uuid NOT NULL REFERENCES files (id),
  PRIMARY KEY (quote_id, revision, position),
  FOREIGN KEY (quote_id, revision) REFERENCES quote_revisions (quote_id, number) ON DELETE CASCADE
);
CREATE INDEX quote_photos_of_file ON quote_photos (file_id);

-- What the customer said, never changed: approved by a typed name, changes asked for, declined.
CREATE TABLE quote_answers (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  quote_id  uuid NOT NULL,
  revision  integer NOT NULL,
  answer    text NOT NULL CHECK (answer IN ('approved', 'changes_requested', 'declined')),
  name      text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  words     text NOT NULL DEFAULT '' CHECK (length(words) <= 1000),
  -- Positions of the optional lines that were ticked.
  chosen    integer[] NOT NULL DEFAULT '{}',
  total_fils bigint CHECK (total_fils >= 0),
  client_ip inet,
  user_id   uuid REFERENCES users (id) ON DELETE SET NULL,
  at        timestamptz NOT NULL,
  FOREIGN KEY (quote_id, revision) REFERENCES quote_revisions (quote_id, number)
);
CREATE INDEX quote_answers_of_quote ON quote_answers (quote_id, revision);
CREATE INDEX quote_answers_of_user ON quote_answers (user_id) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX quote_approved_once ON quote_answers (quote_id) WHERE answer = 'approved';

-- What was sent is what was sent: neither the version nor what stands in it changes afterwards.
CREATE FUNCTION refuse_change_of_sent_quote() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_quote uuid;
  of_revision integer;
BEGIN
  IF TG_TABLE_NAME = 'quote_revisions' THEN
    IF OLD.sent_at IS NULL THEN RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END; END IF;
    -- Somebody asked to be forgotten: what was found at theirs goes.
    IF TG_OP = 'UPDATE' AND NEW.introduction = '' AND to_jsonb(NEW) - 'introduction' = to_jsonb(OLD) - 'introduction' THEN
      RETURN NEW;
    END IF;
  ELSE
    IF TG_OP = 'INSERT' THEN of_quote := NEW.quote_id; of_revision := NEW.revision;
    ELSE of_quote := OLD.quote_id; of_revision := OLD.revision; END IF;
    IF EXISTS (SELECT FROM quote_revisions WHERE quote_id = of_quote AND number = of_revision AND sent_at IS NOT NULL) THEN
      RAISE EXCEPTION 'A version that was sent never changes: make the next one' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  RAISE EXCEPTION 'A version that was sent never changes: make the next one' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER quote_revisions_sent_never_change BEFORE UPDATE OR DELETE ON quote_revisions
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_sent_quote();
CREATE TRIGGER quote_lines_sent_never_change BEFORE INSERT OR UPDATE OR DELETE ON quote_lines
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_sent_quote();
CREATE TRIGGER quote_photos_sent_never_change BEFORE INSERT OR UPDATE OR DELETE ON quote_photos
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_sent_quote();

-- Asked for: a draft until it is issued. Then its number, its parties, its lines and its sums stay as they are.
CREATE TABLE invoices (
  id             uuid PRIMARY KEY,
  -- invoice: work done. deposit: paid before the work, deducted from the invoice of the work. opening: taken over from the books
  -- of before, with the number that it had there; its VAT was declared there.
  kind           text NOT NULL DEFAULT 'invoice' CHECK (kind IN ('invoice', 'deposit', 'opening')),
  reference      text UNIQUE CHECK (kind = 'opening' OR reference ~ '^INV-[0-9]{4}-[0-9]{6}$'),
  version        integer NOT NULL DEFAULT 1 CHECK (version > 0),
  customer_id    uuid NOT NULL REFERENCES customers (id),
  property_id    uuid REFERENCES properties (id),
  booking_id     uuid REFERENCES bookings (id),
  quote_id       uuid REFERENCES quotes (id),
  contract_id    uuid REFERENCES contracts (id),
  language       text NOT NULL DEFAULT 'en' CHECK (language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  title          text CHECK (title IN ('tax-invoice', 'simplified-tax-invoice', 'invoice')),
  -- Who issued it and whom it is for, as they were then: name, address, TRN.
  seller         jsonb,
  buyer          jsonb,
  note           text NOT NULL DEFAULT '' CHECK (length(note) <= 1000),
  created_at     timestamptz NOT NULL,
  issued_at      timestamptz,
  -- Days of Dubai. Of the draft they are what it will say; null: the day of issue.
  issue_date     date,
  supply_date    date,
  due_date       date,
  net_fils       bigint NOT NULL DEFAULT 0,
  vat_fils       bigint NOT NULL DEFAULT 0,
  total_fils     bigint NOT NULL DEFAULT 0 CHECK (total_fils >= 0),
  -- Paid, credited and written off so far; of a paid document what was credited beyond that became the customer's credit.
  settled_fils   bigint NOT NULL DEFAULT 0,
  credited_fils  bigint NOT NULL DEFAULT 0 CHECK (credited_fils >= 0),
  -- Of a deposit: what later invoices have deducted.
  deducted_fils  bigint NOT NULL DEFAULT 0 CHECK (deducted_fils >= 0),
  open_fils      bigint GENERATED ALWAYS AS (total_fils - settled_fils) STORED,
  state          text GENERATED ALWAYS AS (CASE
                   WHEN issued_at IS NULL THEN 'draft'
                   WHEN settled_fils >= total_fils THEN 'paid'
                   WHEN settled_fils > 0 THEN 'part_paid'
                   ELSE 'issued' END) STORED,
  -- The issued document, as the bytes that were sent.
  document_id    uuid UNIQUE REFERENCES files (id),
  -- Who is not reminded, by choice of the office.
  reminders      boolean NOT NULL DEFAULT true,
  CONSTRAINT invoices_sums CHECK (total_fils = net_fils + vat_fils),
  CONSTRAINT invoices_never_overpaid CHECK (settled_fils BETWEEN 0 AND total_fils),
  CONSTRAINT invoices_never_overcredited CHECK (credited_fils + deducted_fils <= total_fils),
  CONSTRAINT invoices_deducted_are_deposits CHECK (deducted_fils = 0 OR kind = 'deposit'),
  CONSTRAINT invoices_drafts_are_unsettled CHECK (issued_at IS NOT NULL OR (settled_fils = 0 AND credited_fils = 0)),
  CONSTRAINT invoices_issued_whole CHECK ((issued_at IS NULL) = (reference IS NULL) AND (issued_at IS NULL
    OR (issue_date IS NOT NULL AND due_date IS NOT NULL AND (kind = 'opening' OR (title IS NOT NULL AND seller IS NOT NULL AND buyer IS NOT NULL)))))
);
CREATE INDEX invoices_newest ON invoices (created_at DESC, id DESC);
CREATE INDEX invoices_by_state ON invoices (state, created_at DESC, id DESC);
CREATE INDEX invoices_by_issue ON invoices (issue_date DESC, id DESC) WHERE issued_at IS NOT NULL;
CREATE INDEX invoices_open ON invoices (due_date, id) INCLUDE (customer_id, open_fils) WHERE state IN ('issued', 'part_paid');
CREATE INDEX invoices_of_customer ON invoices (customer_id, issue_date);
CREATE INDEX invoices_of_property ON invoices (property_id) WHERE property_id IS NOT NULL;
CREATE INDEX invoices_of_booking ON invoices (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX invoices_of_quote ON invoices (quote_id) WHERE quote_id IS NOT NULL;
CREATE INDEX invoices_of_contract ON invoices (contract_id) WHERE contract_id IS NOT NULL;

CREATE TABLE invoice_lines (
  invoice_id          uuid NOT NULL REFERENCES invoices (id) ON DELETE CASCADE,
  position            integer NOT NULL CHECK (position BETWEEN 1 AND 300),
  section             text NOT NULL DEFAULT '' CHECK (length(section) <= 80),
  description         text NOT NULL CHECK (length(description) BETWEEN 1 AND 500),
  -- Negative where it deducts a deposit.
  quantity_hundredths integer NOT NULL CHECK (quantity_hundredths <> 0 AND abs(quantity_hundredths) <= 10000000),
  unit                text NOT NULL DEFAULT '' CHECK (length(unit) <= 20),
  unit_fils           bigint NOT NULL CHECK (unit_fils BETWEEN 0 AND 10000000000),
  discount_fils       bigint NOT NULL DEFAULT 0 CHECK (discount_fils >= 0),
  vat_percent         integer NOT NULL CHECK (vat_percent IN (0, 5)),
  gross_fils          bigint NOT NULL,
  vat_fils            bigint NOT NULL,
  net_fils            bigint GENERATED ALWAYS AS (gross_fils - vat_fils) STORED,
  service_id          text REFERENCES services (id),
  price_id            uuid REFERENCES prices (id),
  -- The deposit that it takes off.
  deducts_id          uuid REFERENCES invoices (id),
  PRIMARY KEY (invoice_id, position),
  CHECK (gross_fils = round(quantity_hundredths::numeric * unit_fils / 100) - discount_fils),
  CHECK ((quantity_hundredths < 0) = (deducts_id IS NOT NULL)),
  CHECK (quantity_hundredths < 0 OR gross_fils >= 0),
  CHECK (vat_percent > 0 OR vat_fils = 0),
  CHECK (sign(vat_fils) * sign(gross_fils) >= 0 AND abs(vat_fils) <= abs(gross_fils))
);
CREATE INDEX invoice_lines_of_service ON invoice_lines (service_id) WHERE service_id IS NOT NULL;
CREATE INDEX invoice_lines_of_price ON invoice_lines (price_id) WHERE price_id IS NOT NULL;
CREATE INDEX invoice_lines_deducting ON invoice_lines (deducts_id) WHERE deducts_id IS NOT NULL;

-- Issued at once: there are no drafts of them. A full or partial correction of one invoice.
CREATE TABLE credit_notes (
  id          uuid PRIMARY KEY,
  reference   text NOT NULL UNIQUE CHECK (reference ~ '^CN-[0-9]{4}-[0-9]{6}$'),
  invoice_id  uuid NOT NULL REFERENCES invoices (id),
  title       text NOT NULL CHECK (title IN ('tax-credit-note', 'credit-note')),
  language    text NOT NULL DEFAULT 'en' CHECK (language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  seller      jsonb NOT NULL,
  buyer       jsonb NOT NULL,
  reason      text NOT NULL CHECK (length(reason) BETWEEN 3 AND 300),
  -- The day of what it corrects: a cancellation, an agreed reduction. To be issued within 14 days of it.
  event_date  date NOT NULL,
  issue_date  date NOT NULL,
  issued_at   timestamptz NOT NULL,
  net_fils    bigint NOT NULL,
  vat_fils    bigint NOT NULL CHECK (vat_fils >= 0),
  total_fils  bigint NOT NULL CHECK (total_fils > 0),
  document_id uuid UNIQUE REFERENCES files (id),
  CHECK (total_fils = net_fils + vat_fils),
  CHECK (event_date <= issue_date)
);
CREATE INDEX credit_notes_of_invoice ON credit_notes (invoice_id);
CREATE INDEX credit_notes_newest ON credit_notes (issued_at DESC, id DESC);

CREATE TABLE credit_note_lines (
  credit_note_id      uuid NOT NULL REFERENCES credit_notes (id),
  position            integer NOT NULL CHECK (position BETWEEN 1 AND 300),
  -- Which line of the invoice it corrects.
  invoice_id          uuid NOT NULL,
  invoice_position    integer NOT NULL,
  description         text NOT NULL CHECK (length(description) BETWEEN 1 AND 500),
  quantity_hundredths integer NOT NULL CHECK (quantity_hundredths BETWEEN 1 AND 10000000),
  unit                text NOT NULL DEFAULT '' CHECK (length(unit) <= 20),
  unit_fils           bigint NOT NULL CHECK (unit_fils >= 0),
  discount_fils       bigint NOT NULL DEFAULT 0 CHECK (discount_fils >= 0),
  vat_percent         integer NOT NULL CHECK (vat_percent IN (0, 5)),
  gross_fils          bigint NOT NULL CHECK (gross_fils > 0),
  vat_fils            bigint NOT NULL CHECK (vat_fils >= 0 AND vat_fils <= gross_fils),
  net_fils            bigint GENERATED ALWAYS AS (gross_fils - vat_fils) STORED,
  PRIMARY KEY (credit_note_id, position),
  FOREIGN KEY (invoice_id, invoice_position) REFERENCES invoice_lines (invoice_id, position),
  CHECK (gross_fils = round(quantity_hundredths::numeric * unit_fils / 100) - discount_fils)
);
CREATE INDEX credit_note_lines_of_line ON credit_note_lines (invoice_id, invoice_position);

-- What came in. A cheque is a payment only once it has cleared.
CREATE SEQUENCE receipt_numbers;
CREATE TABLE payments (
  id               uuid PRIMARY KEY,
  reference        text NOT NULL UNIQUE DEFAULT reference_of('RC', nextval('receipt_numbers'), now())
    CHECK (reference ~ '^RC-[0-9]{4}-[0-9]{6,}$'),
  customer_id      uuid NOT NULL REFERENCES customers (id),
  method           text NOT NULL CHECK (method IN ('card', 'cash', 'transfer', 'cheque')),
  amount_fils      bigint NOT NULL CHECK (amount_fils > 0),
  received_on      date NOT NULL,
  -- The bank's reference, or whatever else finds it again.
  note             text NOT NULL DEFAULT '' CHECK (length(note) <= 200),
  -- Who took the card, and what they call the payment: one that is told of twice is one.
  provider         text CHECK (provider ~ '^[a-z]+$'),
  provider_payment text,
  fee_fils         bigint CHECK (fee_fils >= 0),
  payout_id        uuid,
  recorded_by      uuid REFERENCES users (id) ON DELETE SET NULL,
  recorded_at      timestamptz NOT NULL,
  -- Taken back: a cheque that the bank returned, a disputed card, a mistake of ours. What is left is what counts.
  reversed_fils    bigint NOT NULL DEFAULT 0,
  -- Given back to the card that it came from.
  refunded_fils    bigint NOT NULL DEFAULT 0 CHECK (refunded_fils >= 0),
  CHECK (reversed_fils BETWEEN 0 AND amount_fils),
  CONSTRAINT payments_never_overrefunded CHECK (refunded_fils + reversed_fils <= amount_fils),
  CHECK ((method = 'card') OR provider IS NULL),
  CHECK ((provider IS NULL) = (provider_payment IS NULL)),
  UNIQUE (provider, provider_payment)
);
CREATE INDEX payments_newest ON payments (received_on DESC, id DESC);
CREATE INDEX payments_of_customer ON payments (customer_id, received_on);
CREATE INDEX payments_recorded_by ON payments (recorded_by) WHERE recorded_by IS NOT NULL;

CREATE TABLE payouts (
  id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  provider        text NOT NULL,
  provider_payout text NOT NULL,
  amount_fils     bigint NOT NULL,
  arrived_on      date NOT NULL,
  UNIQUE (provider, provider_payout)
);
ALTER TABLE payments ADD FOREIGN KEY (payout_id) REFERENCES payouts (id);
CREATE INDEX payments_of_payout ON payments (payout_id) WHERE payout_id IS NOT NULL;

CREATE TABLE cheques (
  id           uuid PRIMARY KEY,
  customer_id  uuid NOT NULL REFERENCES customers (id),
  -- What it is meant to pay.
  invoice_id   uuid REFERENCES invoices (id),
  contract_id  uuid REFERENCES contracts (id),
  number       text NOT NULL CHECK (number ~ '^[0-9A-Za-z -]{1,30}$'),
  bank         text NOT NULL CHECK (length(bank) BETWEEN 1 AND 80),
  -- The day from which it may be deposited.
  dated        date NOT NULL,
  amount_fils  bigint NOT NULL CHECK (amount_fils > 0),
  state        text NOT NULL DEFAULT 'held' CHECK (state IN ('held', 'deposited', 'cleared', 'bounced', 'returned')),
  version      integer NOT NULL DEFAULT 1 CHECK (version > 0),
  payment_id   uuid UNIQUE REFERENCES payments (id),
  received_at  timestamptz NOT NULL,
  CHECK (state <> 'cleared' OR payment_id IS NOT NULL),
  UNIQUE (customer_id, bank, number)
);
CREATE INDEX cheques_by_date ON cheques (dated, id) WHERE state IN ('held', 'deposited');
CREATE INDEX cheques_of_invoice ON cheques (invoice_id) WHERE invoice_id IS NOT NULL;
CREATE INDEX cheques_of_contract ON cheques (contract_id) WHERE contract_id IS NOT NULL;

-- A page of the card provider on which an amount can be paid. The amount is ours.
CREATE TABLE checkouts (
  id          uuid PRIMARY KEY,
  -- One of them: an invoice, or the deposit of an approved quote.
  invoice_id  uuid REFERENCES invoices (id),
  quote_id    uuid REFERENCES quotes (id),
  provider    text NOT NULL,
  session     text NOT NULL,
  amount_fils bigint NOT NULL CHECK (amount_fils > 0),
  state       text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'paid', 'expired')),
  url         text NOT NULL,
  expires_at  timestamptz NOT NULL,
  created_at  timestamptz NOT NULL,
  payment_id  uuid UNIQUE REFERENCES payments (id),
  CHECK (num_nonnulls(invoice_id, quote_id) = 1),
  CHECK ((state = 'paid') = (payment_id IS NOT NULL)),
  UNIQUE (provider, session)
);
CREATE INDEX checkouts_of_invoice ON checkouts (invoice_id) WHERE invoice_id IS NOT NULL;
CREATE INDEX checkouts_of_quote ON checkouts (quote_id) WHERE quote_id IS NOT NULL;
CREATE INDEX checkouts_open ON checkouts (expires_at) WHERE state = 'open';

-- What the provider told us, each once, whatever order it came in.
CREATE TABLE provider_events (
  provider    text NOT NULL,
  event       text NOT NULL,
  type        text NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (provider, event)
);
CREATE INDEX provider_events_age ON provider_events (received_at);

CREATE TABLE refunds (
  id              uuid PRIMARY KEY,
  customer_id     uuid NOT NULL REFERENCES customers (id),
  method          text NOT NULL CHECK (method IN ('card', 'cash', 'transfer', 'cheque')),
  -- Of a card: the payment that it goes back to.
  payment_id      uuid REFERENCES payments (id),
  amount_fils     bigint NOT NULL CHECK (amount_fils > 0),
  reason          text NOT NULL CHECK (length(reason) BETWEEN 3 AND 300),
  -- A card's refund is asked of the provider first; one that failed there is the customer's credit again.
  state           text NOT NULL CHECK (state IN ('asked', 'done', 'failed')),
  provider_refund text UNIQUE,
  recorded_by     uuid REFERENCES users (id) ON DELETE SET NULL,
  recorded_at     timestamptz NOT NULL,
  CHECK ((method = 'card') = (payment_id IS NOT NULL))
);
CREATE INDEX refunds_of_customer ON refunds (customer_id, recorded_at);
CREATE INDEX refunds_of_payment ON refunds (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX refunds_recorded_by ON refunds (recorded_by) WHERE recorded_by IS NOT NULL;
CREATE INDEX refunds_asked ON refunds (recorded_at) WHERE state = 'asked';

CREATE TABLE write_offs (
  id          uuid PRIMARY KEY,
  invoice_id  uuid NOT NULL REFERENCES invoices (id),
  amount_fils bigint NOT NULL CHECK (amount_fils > 0),
  reason      text NOT NULL CHECK (length(reason) BETWEEN 3 AND 300),
  recorded_by uuid REFERENCES users (id) ON DELETE SET NULL,
  recorded_at timestamptz NOT NULL
);
CREATE INDEX write_offs_of_invoice ON write_offs (invoice_id);
CREATE INDEX write_offs_recorded_by ON write_offs (recorded_by) WHERE recorded_by IS NOT NULL;

-- What makes an invoice smaller than it was asked for, in order; negative: taken back. Nothing else settles an invoice.
CREATE TABLE settlements (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  invoice_id     uuid NOT NULL REFERENCES invoices (id),
  -- credit: out of what we owe the customer.
  kind           text NOT NULL CHECK (kind IN ('payment', 'credit-note', 'credit', 'write-off')),
  amount_fils    bigint NOT NULL CHECK (amount_fils <> 0),
  payment_id     uuid REFERENCES payments (id),
  credit_note_id uuid REFERENCES credit_notes (id),
  write_off_id   uuid REFERENCES write_offs (id),
  at             timestamptz NOT NULL,
  CHECK ((kind = 'payment') = (payment_id IS NOT NULL)),
  CHECK ((kind = 'credit-note') = (credit_note_id IS NOT NULL)),
  CHECK ((kind = 'write-off') = (write_off_id IS NOT NULL))
);
CREATE INDEX settlements_of_invoice ON settlements (invoice_id, id);
CREATE INDEX settlements_of_payment ON settlements (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX settlements_of_credit_note ON settlements (credit_note_id) WHERE credit_note_id IS NOT NULL;
CREATE INDEX settlements_of_write_off ON settlements (write_off_id) WHERE write_off_id IS NOT NULL;

-- What we owe a customer: paid beyond what was asked, or credited after it was paid. It pays later invoices, or is refunded.
CREATE TABLE customer_balances (
  customer_id uuid PRIMARY KEY REFERENCES customers (id),
  credit_fils bigint NOT NULL DEFAULT 0,
  CONSTRAINT customer_balances_never_below_zero CHECK (credit_fils >= 0)
);
CREATE TABLE credit_entries (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id    uuid NOT NULL REFERENCES customers (id),
  amount_fils    bigint NOT NULL CHECK (amount_fils <> 0),
  -- What it comes from or went to: one of them.
  payment_id     uuid REFERENCES payments (id),
  credit_note_id uuid REFERENCES credit_notes (id),
  refund_id      uuid REFERENCES refunds (id),
  settlement_id  bigint REFERENCES settlements (id),
  at             timestamptz NOT NULL,
  CHECK (num_nonnulls(payment_id, credit_note_id, refund_id, settlement_id) = 1)
);
CREATE INDEX credit_entries_of_customer ON credit_entries (customer_id, id);
CREATE INDEX credit_entries_of_payment ON credit_entries (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX credit_entries_of_credit_note ON credit_entries (credit_note_id) WHERE credit_note_id IS NOT NULL;
CREATE INDEX credit_entries_of_refund ON credit_entries (refund_id) WHERE refund_id IS NOT NULL;
CREATE INDEX credit_entries_of_settlement ON credit_entries (settlement_id) WHERE settlement_id IS NOT NULL;

-- The sums follow from the rows, by the database itself; the checks above refuse what would go beyond them.
CREATE FUNCTION add_settlement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE invoices SET settled_fils = settled_fils + NEW.amount_fils, version = version + 1 WHERE id = NEW.invoice_id;
  RETURN NULL;
END $$;
CREATE TRIGGER settlements_add_up AFTER INSERT ON settlements FOR EACH ROW EXECUTE FUNCTION add_settlement();

CREATE FUNCTION add_credit_note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE invoices SET credited_fils = credited_fils + NEW.total_fils, version = version + 1 WHERE id = NEW.invoice_id AND issued_at IS NOT NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'Only what was issued is credited' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER credit_notes_add_up AFTER INSERT ON credit_notes FOR EACH ROW EXECUTE FUNCTION add_credit_note();

-- A statement at a time, so that all of somebody's entries can go to the record that theirs turns out to be.
CREATE FUNCTION add_credit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    UPDATE customer_balances SET credit_fils = credit_fils - gone.fils
      FROM (SELECT customer_id, sum(amount_fils) AS fils FROM old_entries GROUP BY customer_id) AS gone
      WHERE customer_balances.customer_id = gone.customer_id;
  END IF;
  -- In one order, so that two transactions never wait for each other.
  INSERT INTO customer_balances (customer_id)
    SELECT DISTINCT customer_id FROM new_entries ORDER BY customer_id ON CONFLICT DO NOTHING;
  UPDATE customer_balances SET credit_fils = credit_fils + come.fils
    FROM (SELECT customer_id, sum(amount_fils) AS fils FROM new_entries GROUP BY customer_id) AS come
    WHERE customer_balances.customer_id = come.customer_id;
  RETURN NULL;
END $$;
CREATE TRIGGER credit_entries_add_up AFTER INSERT ON credit_entries REFERENCING NEW TABLE AS new_entries
  FOR EACH STATEMENT EXECUTE FUNCTION add_credit_entries();
CREATE TRIGGER credit_entries_move AFTER UPDATE ON credit_entries REFERENCING OLD TABLE AS old_entries NEW TABLE AS new_entries
  FOR EACH STATEMENT EXECUTE FUNCTION add_credit_entries();

-- At the end of a transaction all of a payment and all of a credit note has gone somewhere.
CREATE FUNCTION check_payment_parts(payment uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  wanted bigint;
  found bigint;
BEGIN
  SELECT amount_fils - reversed_fils INTO wanted FROM payments WHERE id = payment;
  SELECT coalesce((SELECT sum(amount_fils) FROM settlements WHERE payment_id = payment), 0)
    + coalesce((SELECT sum(amount_fils) FROM credit_entries WHERE payment_id = payment), 0) INTO found;
  IF wanted IS DISTINCT FROM found THEN
    RAISE EXCEPTION 'Payment % has % fils, its parts have %', payment, wanted, found USING ERRCODE = 'check_violation';
  END IF;
END $$;
CREATE FUNCTION check_credit_note_parts(note uuid) RETURNS void LANGUAGE plpgsql AS $$
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
    RAISE EXCEPTION 'Credit note % has % fils, its parts have %, its lines %', note, wanted.total_fils, found, in_lines.gross
      USING ERRCODE = 'check_violation';
  END IF;
END $$;
CREATE FUNCTION check_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'payments' THEN
    PERFORM check_payment_parts(NEW.id);
  ELSIF TG_TABLE_NAME = 'credit_notes' THEN
    PERFORM check_credit_note_parts(NEW.id);
  ELSIF NEW.payment_id IS NOT NULL THEN
    PERFORM check_payment_parts(NEW.payment_id);
  ELSIF NEW.credit_note_id IS NOT NULL THEN
    PERFORM check_credit_note_parts(NEW.credit_note_id);
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER payments_go_somewhere AFTER INSERT OR UPDATE OF reversed_fils ON payments
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_parts();
CREATE CONSTRAINT TRIGGER credit_notes_go_somewhere AFTER INSERT ON credit_notes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_parts();
CREATE CONSTRAINT TRIGGER settlements_come_from_somewhere AFTER INSERT ON settlements
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_parts();
CREATE CONSTRAINT TRIGGER credit_entries_come_from_somewhere AFTER INSERT ON credit_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_parts();

-- Issued: its sums are those of its lines, and what it deducts of deposits is taken from them.
CREATE FUNCTION issue_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  in_lines record;
BEGIN
  IF NEW.kind <> 'opening' THEN
    SELECT count(*) AS lines, coalesce(sum(gross_fils), 0) AS gross, coalesce(sum(vat_fils), 0) AS vat INTO in_lines
      FROM invoice_lines WHERE invoice_id = NEW.id;
    IF in_lines.lines = 0 OR in_lines.gross <> NEW.total_fils OR in_lines.vat <> NEW.vat_fils THEN
      RAISE EXCEPTION 'Invoice % differs from its lines', NEW.reference USING ERRCODE = 'check_violation';
    END IF;
    UPDATE invoices SET deducted_fils = deducted_fils - deducted.gross
      FROM (SELECT deducts_id, sum(gross_fils) AS gross FROM invoice_lines WHERE invoice_id = NEW.id AND deducts_id IS NOT NULL
        GROUP BY deducts_id) AS deducted
      WHERE id = deducted.deducts_id AND issued_at IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER invoices_made_issued AFTER INSERT ON invoices FOR EACH ROW
  WHEN (NEW.issued_at IS NOT NULL) EXECUTE FUNCTION issue_invoice();
CREATE TRIGGER invoices_issued AFTER UPDATE OF issued_at ON invoices FOR EACH ROW
  WHEN (OLD.issued_at IS NULL AND NEW.issued_at IS NOT NULL) EXECUTE FUNCTION issue_invoice();

-- What was issued stays as it is. What may change: what was settled, credited and deducted, the file of the document once, whether it
-- is reminded of, and, where two records of customers turn out to be one person, whose it is.
CREATE FUNCTION refuse_change_of_issued() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.issued_at IS NULL THEN RETURN OLD; END IF;
  ELSIF OLD.issued_at IS NULL OR (
    to_jsonb(NEW) - ARRAY['version', 'customer_id', 'property_id', 'settled_fils', 'credited_fils', 'deducted_fils', 'open_fils', 'state',
      'document_id', 'reminders']
    = to_jsonb(OLD) - ARRAY['version', 'customer_id', 'property_id', 'settled_fils', 'credited_fils', 'deducted_fils', 'open_fils', 'state',
      'document_id', 'reminders']
    AND (OLD.document_id IS NULL OR NEW.document_id IS NOT DISTINCT FROM OLD.document_id))
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'What was issued never changes: a credit note corrects it' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER invoices_issued_never_change BEFORE UPDATE OR DELETE ON invoices
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_issued();

CREATE FUNCTION refuse_change_of_issued_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_invoice uuid := CASE TG_OP WHEN 'INSERT' THEN NEW.invoice_id ELSE OLD.invoice_id END;
BEGIN
  IF EXISTS (SELECT FROM invoices WHERE id = of_invoice AND issued_at IS NOT NULL) THEN
    RAISE EXCEPTION 'What was issued never changes: a credit note corrects it' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER invoice_lines_issued_never_change BEFORE INSERT OR UPDATE OR DELETE ON invoice_lines
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_issued_lines();

-- What happened to money is added to, never rewritten.
CREATE FUNCTION refuse_money_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  may_change text[] := TG_ARGV[0]::text[];
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - may_change = to_jsonb(OLD) - may_change THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'What happened to money is never rewritten' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER settlements_never_change BEFORE UPDATE OR DELETE ON settlements
  FOR EACH ROW EXECUTE FUNCTION refuse_money_rewrite('{}');
CREATE TRIGGER credit_entries_never_change BEFORE UPDATE OR DELETE ON credit_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_money_rewrite('{customer_id}');
CREATE TRIGGER credit_notes_never_change BEFORE UPDATE OR DELETE ON credit_notes
  FOR EACH ROW EXECUTE FUNCTION refuse_money_rewrite('{document_id}');
CREATE TRIGGER credit_note_lines_never_change BEFORE UPDATE OR DELETE ON credit_note_lines
  FOR EACH ROW EXECUTE FUNCTION refuse_money_rewrite('{}');
CREATE TRIGGER payments_never_change BEFORE UPDATE OR DELETE ON payments
  FOR EACH ROW EXECUTE FUNCTION refuse_money_rewrite('{customer_id,fee_fils,payout_id,reversed_fils,refunded_fils,recorded_by,note}');
CREATE TRIGGER write_offs_never_change BEFORE UPDATE OR DELETE ON write_offs
  FOR EACH ROW EXECUTE FUNCTION refuse_money_rewrite('{recorded_by}');
CREATE TRIGGER quote_answers_never_change BEFORE UPDATE OR DELETE ON quote_answers
  FOR EACH ROW EXECUTE FUNCTION refuse_money_rewrite('{name,words,client_ip,user_id}');

-- Who is told nothing of what is due.
ALTER TABLE customers
  ADD COLUMN payment_reminders boolean NOT NULL DEFAULT true,
  -- Whom invoices are made out to, where it is not the person: a company's name, its address and tax registration number.
  ADD COLUMN company text CHECK (length(company) BETWEEN 1 AND 120),
  ADD COLUMN billing_address text CHECK (length(billing_address) BETWEEN 1 AND 300),
  ADD COLUMN trn text CHECK (trn ~ '^1[0-9]{14}$');
