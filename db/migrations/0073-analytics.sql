-- Figures of technicians: one row per technician and block of days holds all of them (docs/decisions/0031-tallies.md). A block
-- has 1, 4, 16, 64, 256 or 1,024 days, so that a range is the sum of few rows, however many bookings it has.
CREATE TABLE technician_tallies (
  -- Days of the block.
  span             integer NOT NULL CHECK (span IN (1, 4, 16, 64, 256, 1024)),
  -- First day of the block, in Dubai.
  day              date NOT NULL,
  technician_id    uuid NOT NULL,
  finished_visits  bigint NOT NULL,
  warranty_returns bigint NOT NULL,
  worked_sec       bigint NOT NULL,
  arrivals         bigint NOT NULL,
  on_time_arrivals bigint NOT NULL,
  ratings          bigint NOT NULL,
  rating_sum       bigint NOT NULL,
  invoiced_fils    bigint NOT NULL,
  -- Not merged yet.
  unmerged         boolean NOT NULL
);
CREATE UNIQUE INDEX technician_tallies_merged_key ON technician_tallies (span, day, technician_id) WHERE NOT unmerged;
CREATE INDEX technician_tallies_day_idx ON technician_tallies (span, day) INCLUDE (technician_id, finished_visits, warranty_returns,
  worked_sec, arrivals, on_time_arrivals, ratings, rating_sum, invoiced_fils);
CREATE INDEX technician_tallies_unmerged_idx ON technician_tallies (span, day) WHERE unmerged;

-- Figures whose key is a technician and that are stored in technician_tallies.
CREATE FUNCTION technician_figures() RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT '{finished-visit,warranty-return,worked-seconds,arrival,rating,revenue-technician}'::text[]
$$;

-- First day of the block that contains the day. Blocks are counted from 1 January 1900.
CREATE FUNCTION first_day_of_block(day date, span integer) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT date '1900-01-01' + (day - date '1900-01-01') / span * span
$$;

CREATE FUNCTION add_technician_tallies(changes tally[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO technician_tallies (span, day, technician_id, finished_visits, warranty_returns, worked_sec, arrivals, on_time_arrivals,
    ratings, rating_sum, invoiced_fils, unmerged)
  SELECT blocks.span, first_day_of_block(change.day, blocks.span), change.key::uuid,
    coalesce(sum(n) FILTER (WHERE figure = 'finished-visit'), 0), coalesce(sum(n) FILTER (WHERE figure = 'warranty-return'), 0),
    coalesce(sum(n) FILTER (WHERE figure = 'worked-seconds'), 0), coalesce(sum(n) FILTER (WHERE figure = 'arrival'), 0),
    coalesce(sum(n) FILTER (WHERE figure = 'arrival' AND bucket = 1), 0), coalesce(sum(n) FILTER (WHERE figure = 'rating'), 0),
    coalesce(sum(n * bucket) FILTER (WHERE figure = 'rating'), 0), coalesce(sum(n) FILTER (WHERE figure = 'revenue-technician'), 0), true
  FROM (
    SELECT changed.figure, changed.day, changed.key, changed.bucket, sum(changed.value) AS n FROM unnest(changes) AS changed
    WHERE changed.figure = ANY (technician_figures())
    GROUP BY changed.figure, changed.day, changed.key, changed.bucket HAVING sum(changed.value) <> 0
  ) AS change CROSS JOIN (VALUES (1), (4), (16), (64), (256), (1024)) AS blocks (span)
  GROUP BY blocks.span, first_day_of_block(change.day, blocks.span), change.key;
END $$;

-- PL/pgSQL keeps the plans, which LANGUAGE sql makes anew in each statement.
CREATE OR REPLACE FUNCTION add_tallies(changes tally[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tallies (figure, span, day, key, bucket, value, unmerged)
  SELECT changed.figure, spans.span, CASE spans.span WHEN 'day' THEN changed.day ELSE date_trunc('month', changed.day)::date END AS since,
    changed.key, changed.bucket, sum(changed.value), true
  FROM unnest(changes) AS changed CROSS JOIN (VALUES ('day'), ('month')) AS spans (span)
  WHERE changed.figure <> ALL (technician_figures())
  GROUP BY changed.figure, spans.span, since, changed.key, changed.bucket HAVING sum(changed.value) <> 0;
  IF EXISTS (SELECT FROM unnest(changes) AS changed WHERE changed.figure = ANY (technician_figures())) THEN
    PERFORM add_technician_tallies(changes);
  END IF;
END $$;

-- Moves the figures of technicians that were counted before this migration, of one month. Reports add up both tables.
CREATE FUNCTION move_technician_tallies(month date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  moved tally[];
BEGIN
  WITH gone AS (
    DELETE FROM tallies WHERE figure = ANY (technician_figures()) AND span IN ('day', 'month')
      AND day >= month AND day < (month + interval '1 month')::date
    RETURNING tallies.figure, tallies.span, tallies.day, tallies.key, tallies.bucket, tallies.value
  )
  SELECT array_agg((gone.figure, gone.day, gone.key, gone.bucket, gone.value)::tally) FROM gone WHERE gone.span = 'day' INTO moved;
  IF moved IS NOT NULL THEN
    PERFORM add_technician_tallies(moved);
  END IF;
END $$;

CREATE OR REPLACE FUNCTION recount_tallies() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM sync_all_visit_outcomes();
  LOCK TABLE tallies, technician_tallies IN EXCLUSIVE MODE;
  DELETE FROM tallies;
  DELETE FROM technician_tallies;
  INSERT INTO tallies (figure, span, day, key, bucket, value, unmerged)
  SELECT figure, span, CASE span WHEN 'day' THEN day ELSE date_trunc('month', day)::date END AS since, key, bucket, sum(value), false
  FROM (
    SELECT tally.* FROM bookings, compute_tallies(bookings) AS tally
    UNION ALL
    SELECT tally.* FROM visits, compute_tallies(visits) AS tally
    UNION ALL
    SELECT tally.* FROM reviews, compute_tallies(reviews) AS tally
    UNION ALL
    SELECT tally.* FROM quotes, compute_tallies(quotes) AS tally
    UNION ALL
    SELECT tally.* FROM revenue_entries, compute_tallies(revenue_entries) AS tally
  ) AS counted CROSS JOIN (VALUES ('day'), ('month')) AS spans (span)
  WHERE span = 'day' OR figure <> ALL (technician_figures())
  GROUP BY figure, span, since, key, bucket HAVING sum(value) <> 0;
  PERFORM move_technician_tallies(month) FROM (
    SELECT DISTINCT date_trunc('month', day)::date AS month FROM tallies WHERE span = 'day' AND figure = ANY (technician_figures())
  ) AS months;
END $$;
