-- The price book. Bookings and quotes refer to a price, so a new row takes effect from its day instead of a change.
CREATE TABLE prices (
  id                     uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  service_id             text NOT NULL REFERENCES services (id),
  item                   text NOT NULL CHECK (item ~ '^[a-z0-9-]{1,40}$'),
  name                   text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  mode                   text NOT NULL CHECK (mode IN ('fixed', 'hourly', 'survey')),
  unit                   text NOT NULL,
  -- Fils including VAT. Hourly: the first hour; each further hour costs next_hour_fils.
  price_fils             bigint CHECK (price_fils >= 0),
  next_hour_fils         bigint CHECK (next_hour_fils >= 0),
  -- Percent on top of the price.
  emergency_surcharge    integer NOT NULL DEFAULT 50 CHECK (emergency_surcharge BETWEEN 0 AND 500),
  out_of_hours_surcharge integer NOT NULL DEFAULT 25 CHECK (out_of_hours_surcharge BETWEEN 0 AND 500),
  -- Null: as the service says.
  duration_min           integer CHECK (duration_min BETWEEN 15 AND 720),
  buffer_min             integer CHECK (buffer_min BETWEEN 0 AND 240),
  -- The price shown for the service as a whole.
  is_headline            boolean NOT NULL DEFAULT false,
  position               integer NOT NULL DEFAULT 0,
  effective_from         date NOT NULL,
  CONSTRAINT prices_survey_check CHECK ((mode = 'survey') = (price_fils IS NULL)),
  CONSTRAINT prices_unit_mode_check CHECK (length(unit) <= 20 AND (unit <> '' OR mode = 'survey')),
  CONSTRAINT prices_next_hourly_check CHECK (next_hour_fils IS NULL OR mode = 'hourly'),
  UNIQUE (service_id, item, effective_from)
);
CREATE UNIQUE INDEX prices_single_headline_key ON prices (service_id, effective_from) WHERE is_headline;

CREATE FUNCTION refuse_price_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A price is immutable: add a new one' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER refuse_price_change BEFORE UPDATE OF service_id, item, mode, unit, price_fils, next_hour_fils, emergency_surcharge,
  out_of_hours_surcharge, effective_from ON prices FOR EACH ROW EXECUTE FUNCTION refuse_price_change();

SELECT watch_content('prices');
