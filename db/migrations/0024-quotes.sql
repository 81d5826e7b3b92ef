-- Quotes, their revisions and answers (docs/domain.md, "Quotes").

-- Head of a quote. Texts and lines are in its revisions.
CREATE TABLE quotes (
  id                 uuid PRIMARY KEY,
  reference          text NOT NULL UNIQUE CHECK (reference ~ '^QT-[0-9]{4}-[0-9]{6}$'),
  state              text NOT NULL CHECK (state IN ('draft', 'sent', 'viewed', 'approved', 'changes_requested', 'declined', 'expired',
                       'withdrawn', 'converted', 'cancelled')),
  version            integer NOT NULL DEFAULT 1 CHECK (version > 0),
  customer_id        uuid NOT NULL REFERENCES customers (id),
  property_id        uuid REFERENCES properties (id),
  -- Booking whose visit led to the quote.
  booking_id         uuid REFERENCES bookings (id),
  -- Booking of the approved work: the same one, or a new one.
  work_booking_id    uuid REFERENCES bookings (id),
  -- work_booking_id is cancelled or declined. Set by a trigger, so that the list of these quotes reads no bookings.
  work_cancelled     boolean NOT NULL DEFAULT false,
  service_id         text REFERENCES services (id),
  -- Contract that the quote offers to renew (docs/decisions/0036-contracts.md).
  renews_contract_id uuid REFERENCES contracts (id),
  language           text NOT NULL DEFAULT 'en' CHECK (language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  -- Number of the current revision.
  revision           integer NOT NULL DEFAULT 1 CHECK (revision > 0),
  -- Total of the current revision without optional lines; once approved, with the chosen ones.
  total_fils         bigint NOT NULL DEFAULT 0 CHECK (total_fils >= 0),
  deposit_fils       bigint NOT NULL DEFAULT 0,
  valid_until        date,
  created_at         timestamptz NOT NULL,
  sent_at            timestamptz,
  viewed_at          timestamptz,
  answered_at        timestamptz,
  -- When the customer was reminded that the quote expires soon. Reset by the next revision.
  expiry_reminded_at timestamptz,
  CONSTRAINT quotes_deposit_limit_check CHECK (deposit_fils BETWEEN 0 AND total_fils),
  CONSTRAINT quotes_sent_complete_check
    CHECK (state IN ('draft', 'withdrawn') OR (sent_at IS NOT NULL AND valid_until IS NOT NULL)),
  CONSTRAINT quotes_answered_complete_check
    CHECK (state NOT IN ('approved', 'declined', 'changes_requested', 'converted') OR answered_at IS NOT NULL),
  -- A contract is paid by its own invoice, so its renewal has no deposit.
  CONSTRAINT quotes_renewal_deposit_check CHECK (renews_contract_id IS NULL OR deposit_fils = 0),
  CONSTRAINT quotes_renewal_total_check CHECK (renews_contract_id IS NULL OR state IN ('draft', 'withdrawn') OR total_fils > 0)
);
CREATE INDEX ON quotes (created_at DESC, id DESC);
CREATE INDEX ON quotes (state, created_at DESC, id DESC);
CREATE INDEX quotes_sent_idx ON quotes (sent_at) INCLUDE (state, total_fils) WHERE sent_at IS NOT NULL;
CREATE INDEX ON quotes (customer_id, created_at DESC);
CREATE INDEX ON quotes (property_id) WHERE property_id IS NOT NULL;
CREATE INDEX ON quotes (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX ON quotes (work_booking_id) WHERE work_booking_id IS NOT NULL;
CREATE INDEX ON quotes (service_id) WHERE service_id IS NOT NULL;
CREATE INDEX ON quotes (renews_contract_id) WHERE renews_contract_id IS NOT NULL;
CREATE UNIQUE INDEX quotes_single_open_renewal_key ON quotes (renews_contract_id)
  WHERE state IN ('draft', 'sent', 'viewed', 'changes_requested');
CREATE INDEX quotes_open_idx ON quotes (valid_until) INCLUDE (state, total_fils) WHERE state IN ('sent', 'viewed');
-- Quotes whose deposit the office has to refund or keep.
CREATE INDEX quotes_work_cancelled_idx ON quotes (created_at DESC, id DESC) WHERE state = 'converted' AND work_cancelled;
CREATE INDEX quotes_search_idx ON quotes USING gin (reference gin_trgm_ops);

CREATE TABLE quote_revisions (
  quote_id        uuid NOT NULL REFERENCES quotes (id) ON DELETE CASCADE,
  number          integer NOT NULL CHECK (number > 0),
  title           text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
  -- Findings and offer, in words for the customer. Erased with the customer's personal data.
  introduction    text NOT NULL DEFAULT '' CHECK (length(introduction) <= 4000),
  terms           text NOT NULL DEFAULT '' CHECK (length(terms) <= 4000),
  discount_kind   text NOT NULL DEFAULT 'none' CHECK (discount_kind IN ('none', 'amount', 'percent')),
  -- Fils, or hundredths of a percent.
  discount        bigint NOT NULL DEFAULT 0 CHECK (discount >= 0),
  deposit_percent integer NOT NULL DEFAULT 0 CHECK (deposit_percent BETWEEN 0 AND 100),
  -- Resolution of a paid deposit if the customer cancels, as shown with this revision.
  deposit_rule    text NOT NULL DEFAULT 'refunded' CHECK (deposit_rule IN ('refunded', 'forfeited')),
  valid_days      integer NOT NULL DEFAULT 30 CHECK (valid_days BETWEEN 1 AND 365),
  sent_at         timestamptz,
  PRIMARY KEY (quote_id, number),
  CONSTRAINT quote_revisions_no_discount_check CHECK (discount_kind <> 'none' OR discount = 0),
  CONSTRAINT quote_revisions_percent_limit_check CHECK (discount_kind <> 'percent' OR discount <= 10000)
);
CREATE INDEX quote_revisions_unsent_idx ON quote_revisions (quote_id) WHERE sent_at IS NULL;
CREATE INDEX quote_revisions_search_idx ON quote_revisions USING gin (title gin_trgm_ops);

CREATE TABLE quote_lines (
  quote_id            uuid NOT NULL,
  revision            integer NOT NULL,
  position            integer NOT NULL CHECK (position BETWEEN 1 AND 200),
  -- Heading above the line.
  section             text NOT NULL DEFAULT '' CHECK (length(section) <= 80),
  description         text NOT NULL CHECK (length(description) BETWEEN 1 AND 500),
  quantity_hundredths integer NOT NULL CHECK (quantity_hundredths BETWEEN 1 AND 10000000),
  unit                text NOT NULL DEFAULT '' CHECK (length(unit) <= 20),
  unit_fils           bigint NOT NULL CHECK (unit_fils BETWEEN 0 AND 10000000000),
  -- Contract's discount on a part (docs/decisions/0036-contracts.md). Other lines share the quote's discount.
  discount_fils       bigint NOT NULL DEFAULT 0 CHECK (discount_fils >= 0),
  -- The customer may choose it with the approval.
  optional            boolean NOT NULL DEFAULT false,
  service_id          text REFERENCES services (id),
  price_id            uuid REFERENCES prices (id),
  -- Contract that discounts the part.
  part_contract_id    uuid REFERENCES contracts (id),
  PRIMARY KEY (quote_id, revision, position),
  FOREIGN KEY (quote_id, revision) REFERENCES quote_revisions (quote_id, number) ON DELETE CASCADE,
  CONSTRAINT quote_lines_part_discount_check CHECK (discount_fils = 0 OR part_contract_id IS NOT NULL),
  CONSTRAINT quote_lines_discount_limit_check CHECK (discount_fils <= round(quantity_hundredths::numeric * unit_fils / 100))
);
CREATE INDEX ON quote_lines (service_id) WHERE service_id IS NOT NULL;
CREATE INDEX ON quote_lines (price_id) WHERE price_id IS NOT NULL;
CREATE INDEX ON quote_lines (part_contract_id) WHERE part_contract_id IS NOT NULL;

-- Pictures shown with the quote. The files belong to the record they were uploaded for.
CREATE TABLE quote_photos (
  quote_id uuid NOT NULL,
  revision integer NOT NULL,
  position integer NOT NULL CHECK (position BETWEEN 1 AND 20),
  file_id  uuid NOT NULL REFERENCES files (id),
  PRIMARY KEY (quote_id, revision, position),
  FOREIGN KEY (quote_id, revision) REFERENCES quote_revisions (quote_id, number) ON DELETE CASCADE
);
CREATE INDEX ON quote_photos (file_id);

-- A sent revision is final, with its lines and photos.
CREATE FUNCTION refuse_sent_quote_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_quote uuid;
  of_revision integer;
BEGIN
  IF TG_TABLE_NAME = 'quote_revisions' THEN
    IF OLD.sent_at IS NULL THEN RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END; END IF;
    -- Erasure of the customer's personal data.
    IF TG_OP = 'UPDATE' AND NEW.introduction = '' AND to_jsonb(NEW) - 'introduction' = to_jsonb(OLD) - 'introduction' THEN
      RETURN NEW;
    END IF;
  ELSE
    IF TG_OP = 'INSERT' THEN of_quote := NEW.quote_id; of_revision := NEW.revision;
    ELSE of_quote := OLD.quote_id; of_revision := OLD.revision; END IF;
    IF EXISTS (SELECT FROM quote_revisions WHERE quote_id = of_quote AND number = of_revision AND sent_at IS NOT NULL) THEN
      RAISE EXCEPTION 'A sent version is immutable: create a new one' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  RAISE EXCEPTION 'A sent version is immutable: create a new one' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER refuse_sent_quote_change BEFORE UPDATE OR DELETE ON quote_revisions
  FOR EACH ROW EXECUTE FUNCTION refuse_sent_quote_change();
CREATE TRIGGER refuse_sent_quote_change BEFORE INSERT OR UPDATE OR DELETE ON quote_lines
  FOR EACH ROW EXECUTE FUNCTION refuse_sent_quote_change();
CREATE TRIGGER refuse_sent_quote_change BEFORE INSERT OR UPDATE OR DELETE ON quote_photos
  FOR EACH ROW EXECUTE FUNCTION refuse_sent_quote_change();

-- Append-only evidence of the customer's answer.
CREATE TABLE quote_answers (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  quote_id   uuid NOT NULL,
  revision   integer NOT NULL,
  answer     text NOT NULL CHECK (answer IN ('approved', 'changes_requested', 'declined')),
  -- As typed.
  name       text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  comment    text NOT NULL DEFAULT '' CHECK (length(comment) <= 1000),
  -- Positions of the chosen optional lines.
  chosen     integer[] NOT NULL DEFAULT '{}',
  total_fils bigint CHECK (total_fils >= 0),
  client_ip  inet,
  user_id    uuid REFERENCES users (id) ON DELETE SET NULL,
  at         timestamptz NOT NULL,
  FOREIGN KEY (quote_id, revision) REFERENCES quote_revisions (quote_id, number)
);
CREATE INDEX ON quote_answers (quote_id, revision);
CREATE INDEX ON quote_answers (user_id) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX quote_answers_single_approval_key ON quote_answers (quote_id) WHERE answer = 'approved';

-- Guards append-only tables, also those of later features. The argument lists the columns that may change.
CREATE FUNCTION refuse_append_only_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  may_change text[] := TG_ARGV[0]::text[];
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - may_change = to_jsonb(OLD) - may_change THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'Money records are append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER refuse_append_only_change BEFORE UPDATE OR DELETE ON quote_answers
  FOR EACH ROW EXECUTE FUNCTION refuse_append_only_change('{name,comment,client_ip,user_id}');

CREATE FUNCTION record_work_cancellation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE quotes SET work_cancelled = NEW.state IN ('cancelled', 'declined') WHERE work_booking_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER record_work_cancellation AFTER UPDATE OF state ON bookings FOR EACH ROW
  WHEN ((NEW.state IN ('cancelled', 'declined')) <> (OLD.state IN ('cancelled', 'declined')))
  EXECUTE FUNCTION record_work_cancellation();

-- A contract can be renewed once, unless it is cancelled. Concurrent renewals wait at the contract's row.
CREATE FUNCTION refuse_second_renewal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM contracts WHERE id = NEW.renews_contract_id AND state IN ('active', 'expired') FOR UPDATE;
  IF NOT FOUND OR EXISTS (SELECT FROM contracts WHERE renews_contract_id = NEW.renews_contract_id AND state <> 'cancelled') THEN
    RAISE EXCEPTION 'Quote % renews a contract that was already renewed or cancelled', NEW.reference USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refuse_second_renewal BEFORE UPDATE OF state ON quotes FOR EACH ROW
  WHEN (NEW.renews_contract_id IS NOT NULL AND NEW.state IN ('sent', 'approved') AND OLD.state <> NEW.state)
  EXECUTE FUNCTION refuse_second_renewal();
