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
-- deletes the row.
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

-- Wakes the worker and the open pages of every process at commit: '<event type> - <id of the subject>'. `-` takes the place of
-- an owner's id and addresses the office. Pages that show another record ignore the message.
CREATE FUNCTION notify_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', NEW.type || ' - ' || coalesce(NEW.subject_id, ''));
  -- The page of the original booking shows its warranty bookings.
  IF NEW.subject_type = 'booking' THEN
    PERFORM pg_notify('events', NEW.type || ' - ' || warranty_of_id) FROM bookings WHERE id = NEW.subject_id::uuid AND warranty_of_id IS NOT NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER notify_event AFTER INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION notify_event();
