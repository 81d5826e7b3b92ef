-- What takes longer than somebody waits at a page: an import, a backup. A row is its own job: a worker takes it for as long as
-- its lease, which it renews while it works (docs/decisions/0029-long-work.md).
CREATE TABLE long_work (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind        text NOT NULL CHECK (kind ~ '^[a-z-]+$'),
  -- What it is about, such as the name of the file.
  about       text NOT NULL DEFAULT '' CHECK (length(about) <= 200),
  -- Null: the clock started it, or the account is gone.
  started_by  uuid REFERENCES users (id) ON DELETE SET NULL,
  started_at  timestamptz NOT NULL,
  request_id  text NOT NULL,
  -- What it works on.
  input       jsonb NOT NULL DEFAULT '{}',
  state       text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed')),
  -- So much of so much; a total of null: nobody knows yet.
  done        integer NOT NULL DEFAULT 0 CHECK (done >= 0),
  total       integer CHECK (total >= 0),
  tries       integer NOT NULL DEFAULT 0,
  -- Until then nobody else takes it.
  due_at      timestamptz DEFAULT now(),
  -- What came of it.
  result      jsonb,
  -- What went wrong, for people.
  error       text,
  ended_at    timestamptz,
  CHECK ((ended_at IS NOT NULL) = (state IN ('done', 'failed'))),
  CHECK ((due_at IS NULL) = (state IN ('done', 'failed'))),
  CHECK ((error IS NOT NULL) = (state = 'failed'))
);
CREATE INDEX long_work_due ON long_work (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX long_work_by_time ON long_work (started_at DESC, id DESC);
CREATE INDEX long_work_of_user ON long_work (started_by) WHERE started_by IS NOT NULL;

-- Wakes the worker, and the pages that list it.
CREATE FUNCTION announce_long_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', 'work.' || NEW.state);
  RETURN NEW;
END $$;
CREATE TRIGGER long_work_announced AFTER INSERT OR UPDATE OF state ON long_work FOR EACH ROW EXECUTE FUNCTION announce_long_work();
