-- How to get into a property: parking, gate pass or community permit, contact on site.
CREATE TABLE access_instructions (
  id             uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  property_id    uuid NOT NULL REFERENCES properties (id) ON DELETE CASCADE,
  -- For this booking only, as long as it is at this property. Null: for every booking there.
  booking_id     uuid REFERENCES bookings (id) ON DELETE CASCADE,
  parking        text NOT NULL DEFAULT '' CHECK (length(parking) <= 200),
  notes          text NOT NULL DEFAULT '' CHECK (length(notes) <= 500),
  site_contact   text NOT NULL DEFAULT '' CHECK (length(site_contact) <= 50),
  site_phone     text CHECK (site_phone ~ '^\+971[0-9]{9}$'),
  -- Pin at the entrance, in degrees.
  latitude       double precision CHECK (latitude BETWEEN 22 AND 27),
  longitude      double precision CHECK (longitude BETWEEN 51 AND 57),
  permit_needed  boolean NOT NULL DEFAULT false,
  permit_by      text CHECK (permit_by IN ('customer', 'office')),
  -- Last day of validity.
  permit_until   date,
  permit_file_id uuid REFERENCES files (id),
  version        integer NOT NULL DEFAULT 1 CHECK (version > 0),
  CONSTRAINT access_instructions_pin_check CHECK ((latitude IS NULL) = (longitude IS NULL)),
  CONSTRAINT access_instructions_permit_check
    CHECK (permit_needed OR (permit_by IS NULL AND permit_until IS NULL AND permit_file_id IS NULL))
);
CREATE INDEX ON access_instructions (property_id);
CREATE UNIQUE INDEX access_instructions_single_property_key ON access_instructions (property_id) WHERE booking_id IS NULL;
CREATE UNIQUE INDEX access_instructions_single_booking_key ON access_instructions (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX ON access_instructions (permit_file_id) WHERE permit_file_id IS NOT NULL;

-- Live update for the phones of technicians with a visit there in the next days, which are those that their app shows.
CREATE FUNCTION notify_technicians_of_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', 'visit.changed ' || technicians.user_id)
    FROM bookings
    JOIN visits ON visits.booking_id = bookings.id
    JOIN technicians ON technicians.id = visits.technician_id
    WHERE bookings.property_id = NEW.property_id AND (NEW.booking_id IS NULL OR bookings.id = NEW.booking_id)
      AND visits.live AND visits.starts_at BETWEEN now() - interval '1 day' AND now() + interval '3 days'
      AND technicians.user_id IS NOT NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER notify_technicians_of_access AFTER INSERT OR UPDATE ON access_instructions
  FOR EACH ROW EXECUTE FUNCTION notify_technicians_of_access();
