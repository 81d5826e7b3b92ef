-- Grace period within which an arrival counts as on time: the setting at the arrival, so that a later change alters no past figure.
ALTER TABLE visits ADD COLUMN grace_min smallint NOT NULL DEFAULT 15 CHECK (grace_min BETWEEN 0 AND 120);

CREATE FUNCTION set_arrival_grace() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.grace_min := coalesce((SELECT (value ->> 'latenessGraceMinutes')::smallint FROM settings WHERE name = 'bookings'), 15);
  RETURN NEW;
END $$;
CREATE TRIGGER set_arrival_grace BEFORE UPDATE OF arrived_at ON visits
  FOR EACH ROW WHEN (OLD.arrived_at IS NULL AND NEW.arrived_at IS NOT NULL)
  EXECUTE FUNCTION set_arrival_grace();
