-- Bookings with their price lines, transitions, photos, holds and pending notifications.

-- Numbers come from a sequence, so that concurrent bookings do not wait for each other; unlike an invoice's, they may have gaps.
-- They start again each year: `numbers_before` is the last value of the sequence in the previous year.
CREATE SEQUENCE booking_numbers;
CREATE TABLE booking_years (
  year           integer PRIMARY KEY CHECK (year BETWEEN 2020 AND 2200),
  numbers_before bigint NOT NULL CHECK (numbers_before >= 0)
);

CREATE FUNCTION last_booking_number() RETURNS bigint LANGUAGE sql AS $$
  SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM booking_numbers
$$;

-- If the first transaction of a year rolls back, the year starts at a later value.
CREATE FUNCTION take_booking_numbers(of_year integer, wanted integer) RETURNS SETOF integer LANGUAGE plpgsql AS $$
DECLARE
  numbers_before_year bigint;
  number bigint;
BEGIN
  SELECT numbers_before INTO numbers_before_year FROM booking_years WHERE year = of_year;
  IF NOT FOUND THEN
    INSERT INTO booking_years VALUES (of_year, last_booking_number()) ON CONFLICT DO NOTHING;
    SELECT numbers_before INTO numbers_before_year FROM booking_years WHERE year = of_year;
  END IF;
  FOR taken IN 1 .. wanted LOOP
    number := nextval('booking_numbers') - numbers_before_year;
    IF number > 999999 THEN
      RAISE 'The booking numbers of % are used up', of_year USING ERRCODE = 'check_violation', CONSTRAINT = 'booking_numbers_end';
    END IF;
    RETURN NEXT number;
  END LOOP;
END $$;

-- The last number of each kind by year, of bookings in the current year only.
CREATE VIEW last_numbers AS
  SELECT kind, year, value FROM counters
  UNION ALL
  SELECT 'BK', year, (last_booking_number() - numbers_before)::integer FROM booking_years
  WHERE year = (SELECT max(year) FROM booking_years);

CREATE TABLE bookings (
  id                         uuid PRIMARY KEY,
  reference                  text NOT NULL UNIQUE CHECK (reference ~ '^BK-[0-9]{4}-[0-9]{6}$'),
  state                      text NOT NULL CHECK (state IN ('requested', 'confirmed', 'declined', 'cancelled', 'scheduled', 'en_route',
    'on_site', 'no_access', 'on_hold', 'work_done', 'completed', 'closed')),
  version                    integer NOT NULL DEFAULT 1 CHECK (version > 0),
  service_id                 text NOT NULL REFERENCES services (id),
  emergency                  boolean NOT NULL,
  -- Trade that an emergency needs. Null: the customer was not sure.
  trade_id                   text REFERENCES services (id),
  customer_id                uuid NOT NULL REFERENCES customers (id),
  property_id                uuid NOT NULL REFERENCES properties (id),
  user_id                    uuid REFERENCES users (id) ON DELETE SET NULL,
  -- As written on the form. The customer's record may change later.
  contact_name               text NOT NULL CHECK (length(contact_name) BETWEEN 2 AND 50),
  -- Null for phone bookings where the caller gave no email.
  contact_email              text CHECK (contact_email = lower(contact_email)),
  contact_phone              text NOT NULL CHECK (contact_phone ~ '^\+[1-9][0-9]{6,14}$'),
  address                    text NOT NULL CHECK (length(address) > 0),
  address_parts              jsonb NOT NULL CHECK (address_parts ? 'street'),
  area                       text NOT NULL DEFAULT '',
  message                    text NOT NULL DEFAULT '' CHECK (length(message) <= 500),
  -- Language of the form, used for messages to a guest.
  language                   text NOT NULL DEFAULT 'en' CHECK (language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  preferred_date             date,
  preferred_time             time,
  -- Preferred technician, who need not be the one assigned.
  preferred_technician_id    uuid REFERENCES technicians (id),
  -- Original booking of a warranty visit.
  warranty_of_id             uuid REFERENCES bookings (id),
  -- Null: the duration of the service.
  duration_min               integer CHECK (duration_min BETWEEN 15 AND 720),
  buffer_min                 integer CHECK (buffer_min BETWEEN 0 AND 240),
  -- Crew size that new visits start with.
  crew_size                  smallint NOT NULL DEFAULT 1 CHECK (crew_size BETWEEN 1 AND 3),
  -- Sum of the lines in fils including VAT. Null: priced by survey.
  estimate_fils              bigint CHECK (estimate_fils >= 0),
  -- Raised to end a mailed link that went to a wrong address.
  link_version               integer NOT NULL DEFAULT 0,
  requested_at               timestamptz NOT NULL,
  -- Response target according to the settings at the time of the request. Null for phone bookings.
  contact_due_at             timestamptz,
  -- First confirmation, decline or logged contact.
  responded_at               timestamptz,
  acknowledged_at            timestamptz,
  dispatched_at              timestamptz,
  arrived_at                 timestamptz,
  -- When the office was mailed that an emergency exceeded a target: once for each of the two.
  unacknowledged_notified_at timestamptz,
  not_arrived_notified_at    timestamptz,
  -- Time at which the guest opened the mailed link, which proves the email address.
  contact_confirmed_at       timestamptz,
  -- Time at which the unconfirmed hold expired.
  hold_expired_at            timestamptz,
  CONSTRAINT bookings_responded_after_request_check CHECK (responded_at IS NULL OR responded_at >= requested_at),
  CONSTRAINT bookings_contact_due_after_request_check CHECK (contact_due_at >= requested_at),
  CONSTRAINT bookings_not_own_warranty_check CHECK (warranty_of_id <> id),
  CONSTRAINT bookings_emergency_trade_check CHECK (trade_id IS NULL OR emergency),
  -- Checked at commit, because merging customers moves properties and bookings in separate statements.
  FOREIGN KEY (property_id, customer_id) REFERENCES properties (id, customer_id)
    DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX ON bookings (requested_at DESC, id DESC);
CREATE INDEX ON bookings (state, requested_at DESC, id DESC);
CREATE INDEX ON bookings (service_id, requested_at DESC, id DESC);
CREATE INDEX ON bookings (trade_id) WHERE trade_id IS NOT NULL;
CREATE INDEX ON bookings (customer_id, requested_at DESC);
CREATE INDEX ON bookings (user_id, requested_at DESC) WHERE user_id IS NOT NULL;
CREATE INDEX ON bookings (property_id);
-- Guests' bookings, claimed when an account confirms the same email.
CREATE INDEX bookings_guest_email_idx ON bookings (contact_email) WHERE user_id IS NULL;
CREATE INDEX ON bookings (warranty_of_id) WHERE warranty_of_id IS NOT NULL;
CREATE INDEX ON bookings (preferred_technician_id) WHERE preferred_technician_id IS NOT NULL;
-- Running emergencies: read by every page of the back office, and by the worker every few seconds.
CREATE INDEX bookings_running_emergencies_idx ON bookings (requested_at)
  WHERE emergency AND state IN ('requested', 'confirmed', 'scheduled', 'en_route');
-- Bookings that may need a technician, read without the table.
CREATE INDEX bookings_awaiting_technician_idx ON bookings (state)
  INCLUDE (id, emergency, requested_at, preferred_date, preferred_time)
  WHERE state IN ('requested', 'confirmed', 'on_hold', 'no_access');
-- A whole phone number is looked up here: in the trigram index its digits match long lists.
CREATE INDEX ON bookings (contact_phone);
-- The office's search.
CREATE INDEX bookings_search_idx ON bookings USING gin ((reference || ' ' || contact_name || ' ' || contact_phone || ' '
  || coalesce(contact_email, '') || ' ' || area || ' ' || address) gin_trgm_ops);

-- Checked at commit: the time slot is held before the booking takes its number.
ALTER TABLE visits ADD FOREIGN KEY (booking_id) REFERENCES bookings (id)
  DEFERRABLE INITIALLY DEFERRED;

-- Deadline of the running response target, or null. The code of the feature has the same rule; a test compares them.
CREATE FUNCTION response_due_at(
  state text, emergency boolean, requested_at timestamptz, responded_at timestamptz, contact_due_at timestamptz
) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN emergency AND state IN ('requested', 'confirmed', 'scheduled', 'en_route') THEN requested_at + interval '120 minutes'
    WHEN state = 'requested' AND responded_at IS NULL THEN contact_due_at
  END
$$;
CREATE INDEX bookings_response_due_idx ON bookings
  (response_due_at(state, emergency, requested_at, responded_at, contact_due_at), id)
  WHERE response_due_at(state, emergency, requested_at, responded_at, contact_due_at) IS NOT NULL;

-- Price lines at the prices of the booking. A correction replaces all lines.
CREATE TABLE booking_lines (
  booking_id     uuid NOT NULL REFERENCES bookings (id),
  position       integer NOT NULL CHECK (position BETWEEN 1 AND 99),
  kind           text NOT NULL CHECK (kind IN ('work', 'emergency-uplift', 'out-of-hours-uplift')),
  service_id     text NOT NULL REFERENCES services (id),
  price_id       uuid REFERENCES prices (id),
  item           text,
  name           text NOT NULL CHECK (length(name) <= 80),
  mode           text NOT NULL CHECK (mode IN ('fixed', 'hourly', 'survey')),
  unit           text NOT NULL,
  quantity       integer NOT NULL CHECK (quantity BETWEEN 1 AND 50),
  -- Fils including VAT; null: priced by survey. Hourly: the first hour; each further hour costs next_hour_fils.
  unit_fils      bigint CHECK (unit_fils >= 0),
  next_hour_fils bigint CHECK (next_hour_fils >= 0),
  -- Percent of a surcharge line.
  percent        integer CHECK (percent BETWEEN 1 AND 500),
  gross_fils     bigint CHECK (gross_fils >= 0),
  -- Part of gross_fils that the contract covers (docs/decisions/0036-contracts.md).
  covered_fils   bigint NOT NULL DEFAULT 0,
  contract_id    uuid REFERENCES contracts (id),
  PRIMARY KEY (booking_id, position),
  CONSTRAINT booking_lines_survey_check CHECK ((mode = 'survey') = (unit_fils IS NULL)),
  CONSTRAINT booking_lines_gross_amount_check CHECK (gross_fils IS NOT DISTINCT FROM
    unit_fils + (quantity - 1) * CASE WHEN mode = 'hourly' THEN coalesce(next_hour_fils, unit_fils) ELSE unit_fils END),
  CONSTRAINT booking_lines_surcharge_percent_check CHECK ((kind = 'work') = (percent IS NULL)),
  CONSTRAINT booking_lines_work_price_check CHECK ((kind = 'work') = (price_id IS NOT NULL AND item IS NOT NULL)),
  CONSTRAINT booking_lines_covered_limit_check CHECK (covered_fils BETWEEN 0 AND coalesce(gross_fils, 0)),
  CONSTRAINT booking_lines_covered_contract_check CHECK ((covered_fils > 0) = (contract_id IS NOT NULL)),
  -- The emergency and the out-of-hours surcharge exclude each other.
  CONSTRAINT booking_lines_single_surcharge_excl EXCLUDE USING gist (booking_id WITH =, kind WITH <>) WHERE (kind <> 'work')
);
CREATE INDEX ON booking_lines (price_id) WHERE price_id IS NOT NULL;
CREATE INDEX ON booking_lines (service_id);
CREATE INDEX ON booking_lines (contract_id) WHERE contract_id IS NOT NULL;

CREATE FUNCTION refuse_booking_line_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A booking line is immutable: replace it' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER refuse_booking_line_change BEFORE UPDATE ON booking_lines
  FOR EACH ROW EXECUTE FUNCTION refuse_booking_line_change();

-- State transitions and other timeline entries. Unique by version: no transition is made twice from one version.
CREATE TABLE timeline_entries (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  booking_id   uuid NOT NULL REFERENCES bookings (id),
  -- As in the code of the feature; a test compares.
  event        text NOT NULL CHECK (event IN (
    'confirm', 'decline', 'cancel', 'assign', 'unassign', 'depart', 'arrive', 'undoDepart', 'undoArrive', 'reportNoAccess',
    'hold', 'finishWork', 'complete', 'close', 'request', 'import', 'reschedule', 'resize', 'cancelVisit', 'expireHold', 'bookWarrantyVisit',
    'correct', 'correctContact', 'note', 'contact', 'acknowledge', 'declinePage', 'addHelper', 'removeHelper', 'setCrewSize', 'planDays', 'delay')),
  from_state   text,
  to_state     text NOT NULL,
  from_version integer NOT NULL,
  reason       text,
  detail       jsonb NOT NULL DEFAULT '{}',
  actor_id     uuid,
  actor_role   text NOT NULL,
  actor_name   text,
  at           timestamptz NOT NULL,
  UNIQUE (booking_id, from_version),
  CONSTRAINT timeline_entries_states_check CHECK (
    coalesce(from_state, 'requested') IN ('requested', 'confirmed', 'declined', 'cancelled', 'scheduled', 'en_route', 'on_site',
      'no_access', 'on_hold', 'work_done', 'completed', 'closed')
    AND to_state IN ('requested', 'confirmed', 'declined', 'cancelled', 'scheduled', 'en_route', 'on_site', 'no_access', 'on_hold',
      'work_done', 'completed', 'closed'))
);

-- Photos of the customer, for the technician to see before the visit.
CREATE TABLE booking_photos (
  booking_id uuid NOT NULL REFERENCES bookings (id),
  position   integer NOT NULL CHECK (position BETWEEN 1 AND 5),
  file_id    uuid NOT NULL UNIQUE REFERENCES files (id),
  PRIMARY KEY (booking_id, position)
);

-- Filters of the bookings list, saved by a user under a name.
CREATE TABLE booking_filters (
  id      uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name    text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  filter  jsonb NOT NULL,
  UNIQUE (user_id, name)
);

-- Bookings imported from another program, by their number there: importing the same list again creates none twice.
CREATE TABLE imported_bookings (
  -- Name of the program.
  source     text NOT NULL CHECK (length(source) BETWEEN 1 AND 50),
  reference  text NOT NULL CHECK (length(reference) BETWEEN 1 AND 50),
  booking_id uuid NOT NULL UNIQUE REFERENCES bookings (id),
  PRIMARY KEY (source, reference)
);
CREATE INDEX imported_bookings_reference_idx ON imported_bookings (lower(reference));

-- Held visits of guests that neither the guest (by the mailed link) nor the office has confirmed. They expire.
CREATE TABLE unconfirmed_holds (
  visit_id uuid PRIMARY KEY REFERENCES visits (id),
  -- Limits count by the client's network and by the mailbox without its tag.
  network  text NOT NULL,
  mailbox  text NOT NULL,
  ends_at  timestamptz NOT NULL
);
CREATE INDEX ON unconfirmed_holds (network);
CREATE INDEX ON unconfirmed_holds (mailbox);
CREATE INDEX ON unconfirmed_holds (ends_at);

CREATE FUNCTION delete_unconfirmed_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM unconfirmed_holds WHERE visit_id = NEW.id;
  RETURN NEW;
END $$;
CREATE TRIGGER delete_unconfirmed_hold AFTER UPDATE OF state ON visits FOR EACH ROW
  WHEN (OLD.state = 'held' AND NEW.state <> 'held') EXECUTE FUNCTION delete_unconfirmed_hold();

-- Days on which unconfirmed holds reached their share of the capacity. Further holds need a proof of work.
CREATE TABLE fully_held_days (
  day       date PRIMARY KEY,
  filled_at timestamptz NOT NULL
);

-- Pending notifications about a visit, one per visit and recipient: from the first change the recipient does not know until the
-- notification is sent or the change undone. Written in the transaction of the change.
CREATE TABLE pending_visit_notifications (
  visit_id               uuid NOT NULL REFERENCES visits ON DELETE CASCADE,
  -- Recipient. Null: the customer.
  technician_id          uuid REFERENCES technicians ON DELETE CASCADE,
  -- Visit of which the recipient was last notified. Null: no visit.
  notified_starts_at     timestamptz,
  notified_technician_id uuid REFERENCES technicians ON DELETE CASCADE,
  -- The notification also confirms the booking.
  confirms_booking       boolean NOT NULL DEFAULT false,
  -- End of the debounce. Null: sent by the office, or queued already.
  due_at                 timestamptz,
  -- The event that sends it is written, and nothing has changed since.
  queued                 boolean NOT NULL DEFAULT false,
  -- The office chose to notify the customer by hand. No later change starts the debounce.
  manual                 boolean NOT NULL DEFAULT false,
  UNIQUE NULLS NOT DISTINCT (visit_id, technician_id),
  CONSTRAINT pending_visit_notifications_notified_check CHECK (notified_starts_at IS NOT NULL OR notified_technician_id IS NULL),
  CONSTRAINT pending_visit_notifications_queued_check CHECK (NOT (queued AND due_at IS NOT NULL)),
  CONSTRAINT pending_visit_notifications_confirms_booking_check CHECK (technician_id IS NULL OR NOT confirms_booking),
  CONSTRAINT pending_visit_notifications_manual_check
    CHECK (NOT manual OR (technician_id IS NULL AND due_at IS NULL AND NOT queued))
);
CREATE INDEX ON pending_visit_notifications (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX ON pending_visit_notifications (technician_id);
CREATE INDEX ON pending_visit_notifications (notified_technician_id);

-- Pending notifications about a corrected booking. The customer is notified of the difference to `notified_facts` after the debounce.
CREATE TABLE pending_correction_notifications (
  booking_id     uuid PRIMARY KEY REFERENCES bookings ON DELETE CASCADE,
  notified_facts jsonb NOT NULL,
  due_at         timestamptz NOT NULL
);
CREATE INDEX ON pending_correction_notifications (due_at);

-- Visits copy these values from their booking (docs/decisions/0049-read-by-index.md). A visit that is placed before
-- its booking is inserted keeps its own until then. FOR SHARE: waits for a concurrent change of the booking.
-- Fires after the trigger that copies the lead's values into a helper's row.
CREATE FUNCTION fill_booking_fields() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  booking record;
BEGIN
  SELECT coalesce(trade_id, service_id) AS trade, requested_at, crew_size INTO booking FROM bookings WHERE id = NEW.booking_id FOR SHARE;
  IF FOUND THEN
    NEW.trade := booking.trade;
    NEW.requested_at := booking.requested_at;
    IF TG_OP = 'INSERT' AND NEW.lead_visit_id IS NULL THEN
      NEW.crew_size := greatest(NEW.crew_size, booking.crew_size);
    END IF;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER fill_booking_fields BEFORE INSERT OR UPDATE OF booking_id, trade, requested_at ON visits
  FOR EACH ROW EXECUTE FUNCTION fill_booking_fields();

CREATE FUNCTION sync_booking_fields() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE visits SET trade = coalesce(NEW.trade_id, NEW.service_id), requested_at = NEW.requested_at
    WHERE booking_id = NEW.id
      AND (trade, requested_at) IS DISTINCT FROM (coalesce(NEW.trade_id, NEW.service_id), NEW.requested_at);
  RETURN NULL;
END $$;
CREATE TRIGGER sync_booking_fields_on_insert AFTER INSERT ON bookings FOR EACH ROW EXECUTE FUNCTION sync_booking_fields();
CREATE TRIGGER sync_booking_fields AFTER UPDATE OF trade_id, service_id, requested_at ON bookings FOR EACH ROW
  WHEN ((coalesce(NEW.trade_id, NEW.service_id), NEW.requested_at) IS DISTINCT FROM (coalesce(OLD.trade_id, OLD.service_id), OLD.requested_at))
  EXECUTE FUNCTION sync_booking_fields();

-- Replaces the empty view of scheduling.
CREATE OR REPLACE VIEW assigned_visits AS
  SELECT visits.id, visits.booking_id, visits.technician_id, visits.starts_at, visits.ends_at, visits.buffer_min, visits.area,
    bookings.reference, bookings.emergency, bookings.service_id,
    services.name || coalesce(' (' || trades.name || ')', '') AS service_name, services.outdoor,
    ARRAY(SELECT coalesce(bookings.trade_id, bookings.service_id) UNION SELECT booking_lines.service_id FROM booking_lines
      WHERE booking_lines.booking_id = bookings.id AND NOT bookings.emergency) AS skills
  FROM visits
  JOIN bookings ON bookings.id = visits.booking_id
  JOIN services ON services.id = bookings.service_id
  LEFT JOIN services trades ON trades.id = bookings.trade_id
  WHERE visits.state IN ('held', 'scheduled') AND visits.technician_id IS NOT NULL;

ALTER TABLE entitlement_uses ADD FOREIGN KEY (booking_id) REFERENCES bookings (id) ON DELETE CASCADE;

-- Replaces the view of packages. Used: the work is done, or the booking was closed after no access. Planned: all other bookings that
-- are not cancelled.
CREATE OR REPLACE VIEW entitlement_balances AS
  SELECT entitled.contract_id, entitled.kind, entitled.total,
    coalesce(sum(quantity) FILTER (WHERE state IN ('work_done', 'completed', 'closed')), 0)::integer AS used,
    coalesce(sum(quantity) FILTER (WHERE state NOT IN ('work_done', 'completed', 'closed', 'cancelled', 'declined')), 0)::integer AS planned
  FROM contract_entitlements AS entitled
  LEFT JOIN entitlement_uses AS used ON used.contract_id = entitled.contract_id AND used.kind = entitled.kind
  LEFT JOIN bookings ON bookings.id = used.booking_id
  GROUP BY entitled.contract_id, entitled.kind;

-- Live updates for the phones of technicians: 'visit.changed <user id>' on a change of the booking, where address and contact are,
-- or on a new note for technicians.
CREATE FUNCTION notify_technicians_of_booking() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', 'visit.changed ' || technicians.user_id)
    FROM visits JOIN technicians ON technicians.id = visits.technician_id
    WHERE visits.booking_id = NEW.id AND visits.live AND technicians.user_id IS NOT NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER notify_technicians_of_booking AFTER UPDATE ON bookings
  FOR EACH ROW EXECUTE FUNCTION notify_technicians_of_booking();

CREATE FUNCTION notify_technicians_of_note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', 'visit.changed ' || technicians.user_id)
    FROM visits
    JOIN bookings ON bookings.id = visits.booking_id
    JOIN technicians ON technicians.id = visits.technician_id
    WHERE bookings.customer_id = NEW.customer_id AND visits.live AND technicians.user_id IS NOT NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER notify_technicians_of_note AFTER INSERT ON customer_notes
  FOR EACH ROW WHEN (NEW.for_technician) EXECUTE FUNCTION notify_technicians_of_note();

-- Wakes the worker and the open pages of every process at commit: '<event type> - <id of the subject>'. `-` takes the place of
-- an owner's id and addresses the office. Pages that show another record ignore the message.
CREATE FUNCTION notify_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', NEW.type || ' - ' || coalesce(NEW.subject_id, ''));
  -- The page of the original booking shows its warranty bookings.
  IF NEW.subject_type = 'booking' THEN
    PERFORM pg_notify('events', NEW.type || ' - ' || warranty_of_id) FROM bookings WHERE id = NEW.subject_id::uuid AND warranty_of_id IS NOT NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER notify_event AFTER INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION notify_event();
