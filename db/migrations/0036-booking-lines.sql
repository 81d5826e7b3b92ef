-- What a booking is for, line by line, each at the price it was made at.

ALTER TABLE prices
  -- How long the work takes, and what its technician needs after it; null: as long as its service.
  ADD COLUMN duration_min integer CHECK (duration_min BETWEEN 15 AND 720),
  ADD COLUMN buffer_min integer CHECK (buffer_min BETWEEN 0 AND 240);

-- Until now nobody charged for a start outside opening hours, and the price of an emergency had its uplift in it.
ALTER TABLE prices
  ALTER COLUMN emergency_uplift SET DEFAULT 50,
  ALTER COLUMN out_of_hours_uplift SET DEFAULT 25;
UPDATE prices SET out_of_hours_uplift = 25 WHERE out_of_hours_uplift = 0;
UPDATE prices SET emergency_uplift = 0 FROM services WHERE services.id = service_id AND services.emergency;

-- From today the emergency's own call-out is told without its uplift, which is added: together they are what it was. A price
-- that begins today, or later, keeps its uplift in it until another one follows it.
INSERT INTO prices (service_id, item, name, mode, unit, price_fils, next_fils, emergency_uplift, out_of_hours_uplift, lead,
    position, effective_from)
  SELECT DISTINCT ON (service_id, item) service_id, item, prices.name, mode, unit, round(price_fils / 1.5),
    round(next_fils / 1.5), 50, 25, lead, prices.position, (now() AT TIME ZONE 'Asia/Dubai')::date
  FROM prices JOIN services ON services.id = service_id
  WHERE services.emergency AND price_fils > 0 AND effective_from <= (now() AT TIME ZONE 'Asia/Dubai')::date
  ORDER BY service_id, item, effective_from DESC
  ON CONFLICT DO NOTHING;

DROP TRIGGER prices_never_change ON prices;
CREATE TRIGGER prices_never_change BEFORE UPDATE OF service_id, item, mode, unit, price_fils, next_fils, emergency_uplift,
  out_of_hours_uplift, effective_from ON prices FOR EACH ROW EXECUTE FUNCTION refuse_price_change();

CREATE TABLE booking_lines (
  booking_id uuid NOT NULL REFERENCES bookings (id),
  position   integer NOT NULL CHECK (position BETWEEN 1 AND 99),
  kind       text NOT NULL CHECK (kind IN ('work', 'emergency-uplift', 'out-of-hours-uplift')),
  -- An uplift is that of its service's work.
  service_id text NOT NULL REFERENCES services (id),
  price_id   uuid REFERENCES prices (id),
  item       text,
  name       text NOT NULL CHECK (length(name) <= 80),
  mode       text NOT NULL CHECK (mode IN ('fixed', 'hourly', 'survey')),
  unit       text NOT NULL,
  quantity   integer NOT NULL CHECK (quantity BETWEEN 1 AND 50),
  -- AED including VAT, in fils; null: by survey. First hour for hourly work; further hours cost next_fils.
  unit_fils  bigint CHECK (unit_fils >= 0),
  next_fils  bigint CHECK (next_fils >= 0),
  percent    integer CHECK (percent BETWEEN 1 AND 500),
  gross_fils bigint CHECK (gross_fils >= 0),
  PRIMARY KEY (booking_id, position),
  CHECK ((mode = 'survey') = (unit_fils IS NULL)),
  CHECK (gross_fils IS NOT DISTINCT FROM
    unit_fils + (quantity - 1) * CASE WHEN mode = 'hourly' THEN coalesce(next_fils, unit_fils) ELSE unit_fils END),
  CHECK ((kind = 'work') = (percent IS NULL)),
  CHECK ((kind = 'work') = (price_id IS NOT NULL AND item IS NOT NULL)),
  -- Emergency and out of hours: never both.
  CONSTRAINT booking_lines_one_uplift EXCLUDE USING gist (booking_id WITH =, kind WITH <>) WHERE (kind <> 'work')
);
CREATE INDEX booking_lines_by_price ON booking_lines (price_id) WHERE price_id IS NOT NULL;
CREATE INDEX booking_lines_by_service ON booking_lines (service_id);

INSERT INTO booking_lines (booking_id, position, kind, service_id, price_id, item, name, mode, unit, quantity, unit_fils,
    next_fils, gross_fils)
  SELECT bookings.id, 1, 'work', prices.service_id, prices.id, item, name, mode, unit, 1, price_fils, next_fils, price_fils
  FROM bookings JOIN prices ON prices.id = bookings.price_id;

CREATE FUNCTION refuse_line_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A line of a booking is never changed: a correction replaces it' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER booking_lines_never_change BEFORE UPDATE ON booking_lines
  FOR EACH ROW EXECUTE FUNCTION refuse_line_change();

-- What was invoiced stays as it was invoiced, until all of it is credited.
CREATE FUNCTION refuse_change_of_invoiced_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  line booking_lines := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF EXISTS (SELECT FROM invoices WHERE booking_id = line.booking_id AND kind = 'invoice' AND issued_at IS NOT NULL
      AND credited_fils < total_fils) THEN
    RAISE EXCEPTION 'The lines of an invoiced booking stay as they are' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN line;
END $$;
CREATE TRIGGER booking_lines_invoiced_stay BEFORE INSERT OR DELETE ON booking_lines
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_invoiced_lines();

-- As before; whoever is sent to several services in one visit needs the skill of each.
DROP VIEW visits_to_make;
CREATE VIEW visits_to_make AS
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

ALTER TABLE bookings
  -- The price that it stands on is that of its lines; estimate_fils is their sum.
  DROP COLUMN price_id,
  -- What its technician needs after the work; null: as its service says.
  ADD COLUMN buffer_min integer CHECK (buffer_min BETWEEN 0 AND 240);
