-- The office changes prices: by a new row for a day to come, or for today. What was in force stays as it was, as bookings and
-- quotes stand on it.
ALTER TABLE prices
  ADD CONSTRAINT prices_unit_length CHECK (length(unit) <= 20 AND (unit <> '' OR mode = 'survey')),
  ADD CONSTRAINT prices_name_length CHECK (length(name) BETWEEN 1 AND 80),
  ADD CONSTRAINT prices_item_word CHECK (item ~ '^[a-z0-9-]{1,40}$'),
  ADD CONSTRAINT prices_next_of_hours CHECK (next_fils IS NULL OR mode = 'hourly');

-- One price stands for the service on any day.
CREATE UNIQUE INDEX prices_one_lead ON prices (service_id, effective_from) WHERE lead;

CREATE FUNCTION refuse_price_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A price is never changed: another one follows it' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER prices_never_change BEFORE UPDATE OF service_id, item, mode, unit, price_fils, next_fils, effective_from
  ON prices FOR EACH ROW EXECUTE FUNCTION refuse_price_change();
