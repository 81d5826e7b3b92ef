-- When a visit really was, apart from when it was planned: starts_at and ends_at stay the plan.
ALTER TABLE visits
  ADD COLUMN departed_at timestamptz,
  ADD COLUMN arrived_at timestamptz,
  -- When the technician left: done, on hold, or as nobody opened.
  ADD COLUMN ended_at timestamptz,
  ADD CONSTRAINT visits_ended_are_over
    CHECK (ended_at IS NULL OR state IN ('on_hold', 'work_done', 'no_access', 'cancelled'));

-- `during` is what nobody else can have. Whoever has left is free from then on: before the beginning altogether, and after
-- the planned end nothing was taken from anybody, so leaving late is never refused.
CREATE OR REPLACE FUNCTION visit_takes_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.during := tstzrange(NEW.starts_at, NEW.ends_at + make_interval(mins => NEW.buffer_min), '[)')
    * tstzrange(NULL, NEW.ended_at, '()');
  RETURN NEW;
END $$;

-- Until now leaving early moved the planned end, so of such visits that is when they ended.
UPDATE visits SET ended_at = ends_at WHERE state IN ('on_hold', 'work_done');
