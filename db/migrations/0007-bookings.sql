-- What was asked for, and every move of it.

CREATE TABLE bookings (
  id              uuid PRIMARY KEY,
  reference       text NOT NULL UNIQUE CHECK (reference ~ '^BK-[0-9]{4}-[0-9]{6}$'),
  state           text NOT NULL CHECK (state IN ('requested', 'confirmed', 'declined', 'cancelled', 'scheduled',
                    'en_route', 'on_site', 'no_access', 'on_hold', 'work_done', 'completed', 'closed')),
  version         integer NOT NULL DEFAULT 1 CHECK (version > 0),
  service_id      text NOT NULL REFERENCES services (id),
  emergency       boolean NOT NULL,
  customer_id     uuid NOT NULL REFERENCES customers (id),
  property_id     uuid NOT NULL REFERENCES properties (id),
  user_id         uuid REFERENCES users (id) ON DELETE SET NULL,
  -- What was written on the form, kept as it was: the customer's record may change later.
  contact_name    text NOT NULL CHECK (length(contact_name) BETWEEN 2 AND 50),
  -- Somebody who calls may have none; visitors' forms ask for it.
  contact_email   text CHECK (contact_email = lower(contact_email)),
  contact_phone   text NOT NULL CHECK (contact_phone ~ '^\+971[0-9]{9}$'),
  address         text NOT NULL CHECK (length(address) > 0),
  address_parts   jsonb NOT NULL CHECK (address_parts ? 'street'),
  area            text NOT NULL DEFAULT '',
  message         text NOT NULL DEFAULT '' CHECK (length(message) <= 500),
  preferred_date  date,
  preferred_time  time,
  -- Priced from the price book when asked for, AED incl. VAT in fils; null: by survey.
  price_id        uuid REFERENCES prices (id),
  estimate_fils   bigint CHECK (estimate_fils >= 0),
  requested_at    timestamptz NOT NULL,
  -- Until when the office promised to be in touch, by the settings of that moment.
  contact_due_at  timestamptz NOT NULL,
  -- The 2-hour promise: the first confirm, decline or logged contact stops this clock.
  responded_at    timestamptz,
  acknowledged_at timestamptz,
  dispatched_at   timestamptz,
  arrived_at      timestamptz,
  -- When the office was told by mail that an emergency waits too long: once for each of the two limits.
  unacknowledged_told_at timestamptz,
  not_arrived_told_at    timestamptz,
  -- A visit under the warranty is a booking of its own, linked to the one whose work it puts right.
  revisit_of      uuid REFERENCES bookings (id),
  CHECK (responded_at IS NULL OR responded_at >= requested_at),
  CHECK (contact_due_at >= requested_at),
  CHECK (revisit_of <> id)
);
CREATE INDEX bookings_newest ON bookings (requested_at DESC, id DESC);
CREATE INDEX bookings_by_state ON bookings (state, requested_at DESC, id DESC);
CREATE INDEX bookings_of_customer ON bookings (customer_id, requested_at DESC);
CREATE INDEX bookings_of_user ON bookings (user_id, requested_at DESC) WHERE user_id IS NOT NULL;
CREATE INDEX bookings_of_property ON bookings (property_id);
-- Those of guests wait for their email to be confirmed.
CREATE INDEX bookings_of_guests ON bookings (contact_email) WHERE user_id IS NULL;
CREATE INDEX bookings_revisits ON bookings (revisit_of) WHERE revisit_of IS NOT NULL;
-- The emergencies on the clock, which every page of the back office asks for, and the worker every few seconds.
CREATE INDEX bookings_emergencies ON bookings (requested_at)
  WHERE emergency AND state IN ('requested', 'confirmed', 'scheduled', 'en_route');
-- The office's search box: reference, name, phone, email, area.
CREATE INDEX bookings_search ON bookings USING gin ((reference || ' ' || contact_name || ' ' || contact_phone || ' '
  || coalesce(contact_email, '') || ' ' || area) gin_trgm_ops);

-- Scheduling knows no bookings; the link is made here. Checked at commit, as the slot is held before the booking takes
-- its number: the counter stays locked for as short as can be.
ALTER TABLE visits ADD CONSTRAINT visits_of_a_booking FOREIGN KEY (booking_id) REFERENCES bookings (id)
  DEFERRABLE INITIALLY DEFERRED;

-- Every move of a booking, in order: who, when, why, and the version it was made from.
CREATE TABLE booking_moves (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  booking_id   uuid NOT NULL REFERENCES bookings (id),
  move         text NOT NULL,
  from_state   text,
  to_state     text NOT NULL,
  from_version integer NOT NULL,
  reason       text,
  detail       jsonb NOT NULL DEFAULT '{}',
  actor_id     uuid,
  actor_role   text NOT NULL,
  actor_name   text,
  at           timestamptz NOT NULL,
  UNIQUE (booking_id, from_version)
);

-- What the customer photographed, for the engineer to see before coming. Five at most, in the customer's order.
CREATE TABLE booking_photos (
  booking_id uuid NOT NULL REFERENCES bookings (id),
  position   integer NOT NULL CHECK (position BETWEEN 1 AND 5),
  -- A file belongs to one booking, and cannot be removed as long as it does.
  file_id    uuid NOT NULL UNIQUE REFERENCES files (id),
  PRIMARY KEY (booking_id, position)
);

-- Filters of the list that an admin keeps under a name.
CREATE TABLE booking_filters (
  id      uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name    text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  filter  jsonb NOT NULL,
  UNIQUE (user_id, name)
);

-- The sum a visitor answers before sending the form: single use, ten minutes (specification, sections 4 and 5).
CREATE TABLE security_checks (
  id         uuid PRIMARY KEY,
  a          integer NOT NULL CHECK (a BETWEEN 1 AND 10),
  b          integer NOT NULL CHECK (b BETWEEN 1 AND 10),
  wrong      integer NOT NULL DEFAULT 0,
  used_at    timestamptz,
  expires_at timestamptz NOT NULL
);
CREATE INDEX security_checks_expiry ON security_checks (expires_at);

-- Tells the pages of the customer whose booking it is, and only those. Announced beside the event's own name, in the
-- same form, with the owner behind it.
CREATE FUNCTION announce_booking_to_owner() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owner_id uuid;
BEGIN
  SELECT user_id INTO owner_id FROM bookings WHERE id = NEW.subject_id::uuid;
  IF owner_id IS NOT NULL THEN
    PERFORM pg_notify('events', NEW.type || ' ' || owner_id);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER booking_events_announced AFTER INSERT ON outbox FOR EACH ROW
  WHEN (NEW.subject_type = 'booking') EXECUTE FUNCTION announce_booking_to_owner();
