-- Audit trail and outbox.

-- Append-only, and free of personal data: `data` holds ids and facts. Personal data is in trail_values.
CREATE TABLE trail (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at           timestamptz NOT NULL,
  type         text NOT NULL CHECK (type ~ '^[a-z-]+\.[a-z-]+$'),
  actor_id     uuid,
  actor_role   text NOT NULL,
  -- API key that made the change. Null: a signed-in user or the system.
  api_key_id   uuid,
  subject_type text NOT NULL CHECK (subject_type ~ '^[a-z-]+$'),
  -- Text, because some records have no uuid. Null: the event has no single subject.
  subject_id   text,
  -- Names of the fields that changed.
  fields       text[] NOT NULL DEFAULT '{}',
  data         jsonb NOT NULL DEFAULT '{}',
  request_id   text NOT NULL
);
CREATE INDEX ON trail (subject_id, id);
CREATE INDEX ON trail (at, id);
-- Filters of the office's activity list.
CREATE INDEX ON trail (type, at, id);
CREATE INDEX ON trail (subject_type, at, id);
CREATE INDEX ON trail (actor_id, at, id);

CREATE FUNCTION refuse_trail_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The trail is append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER refuse_trail_change BEFORE UPDATE OR DELETE OR TRUNCATE ON trail
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_trail_change();

-- Personal data of an entry, kept apart so that it can be erased on request. An entry without any has no row.
CREATE TABLE trail_values (
  trail_id   bigint PRIMARY KEY REFERENCES trail (id),
  actor_name text,
  client_ip  inet,
  -- As typed by the actor.
  reason     text,
  -- Values of `fields`.
  before     jsonb,
  after      jsonb
);

CREATE FUNCTION refuse_trail_values_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Values may be erased, but not changed.
  IF ROW(NEW.trail_id, NEW.actor_name, NEW.client_ip, NEW.reason, NEW.before, NEW.after) IS DISTINCT FROM
    ROW(
      OLD.trail_id,
      CASE WHEN NEW.actor_name IS NOT NULL THEN OLD.actor_name END,
      CASE WHEN NEW.client_ip IS NOT NULL THEN OLD.client_ip END,
      CASE WHEN NEW.reason IS NOT NULL THEN OLD.reason END,
      CASE WHEN NEW.before IS NOT NULL THEN OLD.before END,
      CASE WHEN NEW.after IS NOT NULL THEN OLD.after END
    )
  THEN
    RAISE EXCEPTION 'Personal values of the trail can only be erased' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refuse_trail_values_change BEFORE UPDATE ON trail_values
  FOR EACH ROW EXECUTE FUNCTION refuse_trail_values_change();

-- Events whose reactions are not queued yet, written with their entry of the trail. The transaction that queues the jobs
-- deletes the row. The trigger that wakes the worker is created with bookings, because it reads warranty visits.
CREATE TABLE outbox (
  trail_id     bigint PRIMARY KEY REFERENCES trail (id),
  type         text NOT NULL,
  subject_type text NOT NULL,
  subject_id   text,
  data         jsonb NOT NULL,
  actor_role   text NOT NULL,
  request_id   text NOT NULL,
  -- W3C trace context of the change; null without tracing.
  traceparent  text
);

-- Reactions to events, queued by the transaction that takes the event from the outbox. Like mails and other queues, the row is its
-- own job (docs/decisions/0084-lease-queue.md).
CREATE TABLE reaction_jobs (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  trail_id bigint NOT NULL REFERENCES trail (id),
  -- Name of the reaction.
  reaction text NOT NULL,
  -- The row of the outbox. Free of personal data.
  event    jsonb NOT NULL,
  state    text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'failed')),
  -- Waiting: earliest time of the next attempt. Running: end of the lease.
  due_at   timestamptz DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  ended_at timestamptz,
  UNIQUE (trail_id, reaction),
  CONSTRAINT reaction_jobs_due_at_state_check CHECK ((due_at IS NULL) = (state = 'failed')),
  CONSTRAINT reaction_jobs_ended_at_state_check CHECK ((ended_at IS NOT NULL) = (state = 'failed'))
);
CREATE INDEX ON reaction_jobs (due_at) WHERE due_at IS NOT NULL;
