-- What every feature stands on: the outbox of events, numbers, limits, replayed answers, mail.

CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Things that happened, written in the transaction that made them happen. The worker claims each once.
CREATE TABLE events (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  type          text NOT NULL CHECK (type ~ '^[a-z-]+\.[a-z-]+$'),
  subject_id    uuid,
  data          jsonb NOT NULL DEFAULT '{}',
  actor_id      uuid,
  actor_role    text NOT NULL,
  actor_name    text,
  request_id    text NOT NULL,
  client_ip     inet,
  occurred_at   timestamptz NOT NULL,
  dispatched_at timestamptz
);
CREATE INDEX events_waiting ON events (id) WHERE dispatched_at IS NULL;
CREATE INDEX events_of_subject ON events (subject_id, id);
CREATE INDEX events_by_time ON events (occurred_at, id);

-- Wakes the worker and the live pages of every process once the transaction commits. No data rides along.
CREATE FUNCTION announce_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', NEW.type);
  RETURN NEW;
END $$;
CREATE TRIGGER events_announced AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION announce_event();

-- Gapless numbers: the row is locked until the transaction that took the number ends.
CREATE TABLE counters (
  kind  text NOT NULL CHECK (kind IN ('BK', 'QT', 'INV', 'CN')),
  year  integer NOT NULL CHECK (year BETWEEN 2020 AND 2200),
  value integer NOT NULL DEFAULT 0 CHECK (value BETWEEN 0 AND 999999),
  PRIMARY KEY (kind, year)
);

CREATE TABLE rate_limits (
  key        text PRIMARY KEY,
  attempts   timestamptz[] NOT NULL,
  -- Whether the latest call was within the limit: told by the same statement that counts it.
  last_taken boolean NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX rate_limits_expiry ON rate_limits (expires_at);

CREATE TABLE idempotency_keys (
  key        text NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  scope      text NOT NULL,
  body_hash  text NOT NULL,
  status     integer,
  response   jsonb,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (scope, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- One row a mail, made once per event and kind; the state is what an admin sees.
CREATE TABLE mails (
  id          uuid PRIMARY KEY,
  kind        text NOT NULL,
  event_id    bigint REFERENCES events (id),
  recipient   text NOT NULL,
  reply_to    text,
  sender_name text NOT NULL,
  subject     text NOT NULL CHECK (subject !~ '[[:cntrl:]]'),
  html        text NOT NULL,
  plain       text NOT NULL,
  attachments jsonb NOT NULL DEFAULT '[]',
  state       text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed')),
  attempts    integer NOT NULL DEFAULT 0,
  last_error  text,
  created_at  timestamptz NOT NULL DEFAULT now(),
  sent_at     timestamptz,
  CHECK ((state = 'sent') = (sent_at IS NOT NULL)),
  UNIQUE (event_id, kind, recipient)
);
CREATE INDEX mails_by_time ON mails (created_at DESC, id DESC);
