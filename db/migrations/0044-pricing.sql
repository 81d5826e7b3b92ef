-- Work of several days, in minutes: up to 20 days of 8 hours.
ALTER TABLE prices DROP CONSTRAINT prices_duration_min_check;
ALTER TABLE prices ADD CONSTRAINT prices_duration_min_check CHECK (duration_min BETWEEN 15 AND 9600);

-- Items of the first price book that had no duration of their own and would take an hour.
UPDATE prices SET duration_min = minutes
  FROM (VALUES ('studio', 480), ('1br', 960), ('2br', 1440), ('villa-3br', 2400), ('room', 360), ('wall', 180)) AS work (item, minutes)
  WHERE prices.service_id = 'painting' AND prices.item = work.item AND prices.duration_min IS NULL;
