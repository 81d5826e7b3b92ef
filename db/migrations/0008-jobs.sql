-- Work that takes longer than a request may, such as an import (docs/decisions/0029-background-jobs.md). The row is its own job: a
-- worker leases it and renews the lease while it works.
CREATE TABLE background_jobs (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind        text NOT NULL CHECK (kind ~ '^[a-z-]+$'),
  -- Label for the office, such as the name of the imported file.
  label       text NOT NULL DEFAULT '' CHECK (length(label) <= 200),
  -- Null: started by the schedule, or the account is deleted.
  started_by  uuid REFERENCES users (id) ON DELETE SET NULL,
  started_at  timestamptz NOT NULL,
  -- Language of the user who started it.
  locale      text NOT NULL DEFAULT 'en',
  request_id  text NOT NULL,
  -- W3C trace context of the request; null without tracing.
  traceparent text,
  input       jsonb NOT NULL DEFAULT '{}',
  state       text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed')),
  -- Progress: `steps_done` of `steps_total`. Null: the total is not known yet.
  steps_done  integer NOT NULL DEFAULT 0 CHECK (steps_done >= 0),
  steps_total integer CHECK (steps_total >= 0),
  attempts    integer NOT NULL DEFAULT 0,
  -- End of the lease.
  due_at      timestamptz DEFAULT now(),
  result      jsonb,
  -- Message for the office.
  error       text,
  ended_at    timestamptz,
  CONSTRAINT background_jobs_ended_at_state_check CHECK ((ended_at IS NOT NULL) = (state IN ('done', 'failed'))),
  CONSTRAINT background_jobs_due_at_state_check CHECK ((due_at IS NULL) = (state IN ('done', 'failed'))),
  CONSTRAINT background_jobs_error_state_check CHECK ((error IS NOT NULL) = (state = 'failed'))
);
CREATE INDEX ON background_jobs (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX ON background_jobs (started_at DESC, id DESC);
CREATE INDEX ON background_jobs (started_by) WHERE started_by IS NOT NULL;

-- Wakes the worker, and the pages that list the jobs.
CREATE FUNCTION notify_background_job() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', 'background-job.' || NEW.state);
  RETURN NEW;
END $$;
CREATE TRIGGER notify_background_job AFTER INSERT OR UPDATE OF state ON background_jobs
  FOR EACH ROW EXECUTE FUNCTION notify_background_job();

-- Written by each worker every few seconds, so that others notice when none is alive. Unlogged, because it has no value after a crash.
CREATE UNLOGGED TABLE worker_heartbeats (
  id      uuid PRIMARY KEY,
  beat_at timestamptz NOT NULL
);
