-- What belongs to an account beside the sign-in itself: its profile, mailed links, and what customers say afterwards.

CREATE TABLE profiles (
  user_id              uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- As the person wrote it: not confirmed, so nobody is recognised by it.
  phone                text CHECK (phone ~ '^\+971[0-9]{9}$'),
  language             text NOT NULL DEFAULT 'en' CHECK (language IN ('en')),
  -- News and offers, apart from messages about a booking, which need no consent: whether they are wanted, and since when.
  marketing            boolean NOT NULL DEFAULT false,
  marketing_changed_at timestamptz,
  CHECK (marketing_changed_at IS NOT NULL OR NOT marketing)
);

-- What a mailed link may do, once and not for long. The link carries the id and a key derived from the product's secret,
-- so that nobody who reads this table can make one.
CREATE TABLE account_links (
  id             uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  purpose        text NOT NULL CHECK (purpose IN ('confirm-email', 'reset-password', 'change-email')),
  user_id        uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Where it is sent; of a change, the address before it too.
  email          text NOT NULL CHECK (email = lower(email)),
  previous_email text,
  created_at     timestamptz NOT NULL,
  expires_at     timestamptz NOT NULL,
  used_at        timestamptz
);
CREATE INDEX account_links_of_user ON account_links (user_id, purpose);
CREATE INDEX account_links_expiry ON account_links (expires_at);

-- A mail that carries such a link is blanked once it is sent or given up.
ALTER TABLE mails ADD COLUMN secret boolean NOT NULL DEFAULT false;

-- An address that somebody added to their account; those of their bookings are theirs anyway.
ALTER TABLE properties ADD COLUMN added_by uuid REFERENCES users (id) ON DELETE SET NULL;
CREATE INDEX properties_added_by ON properties (added_by) WHERE added_by IS NOT NULL;
CREATE INDEX bookings_of_property ON bookings (property_id);
-- Guest bookings that wait for their email to be confirmed.
CREATE INDEX bookings_of_guests ON bookings (contact_email) WHERE user_id IS NULL;

-- What a customer says of finished work. An admin decides what is shown to others.
CREATE TABLE reviews (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  booking_id   uuid NOT NULL UNIQUE REFERENCES bookings (id),
  rating       integer NOT NULL CHECK (rating BETWEEN 1 AND 5),
  words        text NOT NULL DEFAULT '' CHECK (length(words) <= 1000),
  created_at   timestamptz NOT NULL,
  published_at timestamptz
);
CREATE INDEX reviews_newest ON reviews (created_at DESC, id DESC);
SELECT watch_content('reviews');

-- A customer asks the office to come back. The office answers with a new booking that is linked to the old one.
CREATE TABLE revisit_requests (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  booking_id uuid NOT NULL UNIQUE REFERENCES bookings (id),
  words      text NOT NULL CHECK (length(words) BETWEEN 1 AND 500),
  created_at timestamptz NOT NULL
);

-- Suspicion looks at the last minutes of one account or one address.
CREATE INDEX security_events_of_user ON security_events (user_id, received_at) WHERE user_id IS NOT NULL;
CREATE INDEX security_events_of_address ON security_events (client_ip, received_at) WHERE user_id IS NULL;

-- Tells the pages of the customer whose booking it is, and only those. Announced beside the event's own name, in the
-- same form, with the owner behind it.
CREATE FUNCTION announce_booking_to_owner() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owner_id uuid;
BEGIN
  SELECT user_id INTO owner_id FROM bookings WHERE id = NEW.subject_id;
  IF owner_id IS NOT NULL THEN
    PERFORM pg_notify('events', NEW.type || ' ' || owner_id);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER booking_events_announced AFTER INSERT ON events FOR EACH ROW
  WHEN (NEW.type LIKE 'booking.%') EXECUTE FUNCTION announce_booking_to_owner();
