-- Prices are never changed in place: a new row takes effect, for a day to come or for today. What was in force stays as it
-- was, as bookings and quotes stand on it.
CREATE TABLE prices (
  id                  uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  service_id          text NOT NULL REFERENCES services (id),
  item                text NOT NULL CONSTRAINT prices_item_word CHECK (item ~ '^[a-z0-9-]{1,40}$'),
  name                text NOT NULL CONSTRAINT prices_name_length CHECK (length(name) BETWEEN 1 AND 80),
  mode                text NOT NULL CHECK (mode IN ('fixed', 'hourly', 'survey')),
  unit                text NOT NULL,
  -- AED including VAT, in fils. First hour for hourly work; further hours cost next_fils.
  price_fils          bigint CHECK (price_fils >= 0),
  next_fils           bigint CHECK (next_fils >= 0),
  emergency_uplift    integer NOT NULL DEFAULT 0 CHECK (emergency_uplift BETWEEN 0 AND 500),
  out_of_hours_uplift integer NOT NULL DEFAULT 0 CHECK (out_of_hours_uplift BETWEEN 0 AND 500),
  lead                boolean NOT NULL DEFAULT false,
  position            integer NOT NULL DEFAULT 0,
  effective_from      date NOT NULL,
  CHECK ((mode = 'survey') = (price_fils IS NULL)),
  CONSTRAINT prices_unit_length CHECK (length(unit) <= 20 AND (unit <> '' OR mode = 'survey')),
  CONSTRAINT prices_next_of_hours CHECK (next_fils IS NULL OR mode = 'hourly'),
  UNIQUE (service_id, item, effective_from)
);
-- One price stands for the service on any day.
CREATE UNIQUE INDEX prices_one_lead ON prices (service_id, effective_from) WHERE lead;

CREATE FUNCTION refuse_price_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A price is never changed: another one follows it' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER prices_never_change BEFORE UPDATE OF service_id, item, mode, unit, price_fils, next_fils, effective_from
  ON prices FOR EACH ROW EXECUTE FUNCTION refuse_price_change();

SELECT watch_content('prices');
