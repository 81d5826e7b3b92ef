-- What every feature stands on: the trail, the outbox, numbers, limits, replayed answers, mail, files, signs of trouble.

CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Who did what to which record: never changed, never removed. Nothing here names a person: `data` holds ids and facts.
CREATE TABLE trail (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at           timestamptz NOT NULL,
  type         text NOT NULL CHECK (type ~ '^[a-z-]+\.[a-z-]+$'),
  actor_id     uuid,
  actor_role   text NOT NULL,
  subject_type text NOT NULL CHECK (subject_type ~ '^[a-z-]+$'),
  -- Text, as not every record is known by a uuid. Null: it happened to no single record.
  subject_id   text,
  -- Which fields of the record changed.
  fields       text[] NOT NULL DEFAULT '{}',
  data         jsonb NOT NULL DEFAULT '{}',
  request_id   text NOT NULL
);
CREATE INDEX trail_of_subject ON trail (subject_id, id);
CREATE INDEX trail_of_actor ON trail (actor_id, id) WHERE actor_id IS NOT NULL;
CREATE INDEX trail_by_time ON trail (at, id);

CREATE FUNCTION refuse_trail_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The trail is never changed' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER trail_never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON trail
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_trail_change();

-- What of an entry can name a person, apart from it, so that it can be emptied when a person asks to be forgotten: who acted,
-- from which address, what was typed, and what the fields said. An entry without any of it has no row.
CREATE TABLE trail_values (
  trail_id   bigint PRIMARY KEY REFERENCES trail (id),
  actor_name text,
  client_ip  inet,
  reason     text,
  before     jsonb,
  after      jsonb
);

CREATE FUNCTION refuse_trail_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Each value is as it was, or gone.
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
    RAISE EXCEPTION 'What the trail says of a person is emptied, never rewritten' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER trail_values_only_emptied BEFORE UPDATE ON trail_values
  FOR EACH ROW EXECUTE FUNCTION refuse_trail_rewrite();

-- What has still to be done about what happened, written with its entry of the trail. A row ends in the transaction that
-- makes its jobs.
CREATE TABLE outbox (
  trail_id     bigint PRIMARY KEY REFERENCES trail (id),
  type         text NOT NULL,
  subject_type text NOT NULL,
  subject_id   text,
  data         jsonb NOT NULL,
  actor_role   text NOT NULL,
  request_id   text NOT NULL
);

-- Wakes the worker and the live pages of every process once the transaction commits. No data rides along.
CREATE FUNCTION announce_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', NEW.type);
  RETURN NEW;
END $$;
CREATE TRIGGER events_announced AFTER INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION announce_event();

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

-- One row a mail, made once for an entry of the trail, kind and recipient. The row is its own job: a worker takes it for as
-- long as its lease, sends it outside any transaction, and notes what came of it.
CREATE TABLE mails (
  id             uuid PRIMARY KEY,
  kind           text NOT NULL,
  trail_id       bigint REFERENCES trail (id),
  recipient      text NOT NULL,
  reply_to       text,
  sender_name    text NOT NULL,
  subject        text NOT NULL CHECK (subject !~ '[[:cntrl:]]'),
  html           text NOT NULL,
  plain          text NOT NULL,
  attachments    jsonb NOT NULL DEFAULT '[]',
  -- Carries a link that lets its reader in: blanked once it is sent or given up.
  secret         boolean NOT NULL DEFAULT false,
  state          text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'sent', 'failed')),
  -- Queued: not to be tried before. Sending: the lease ends, and another worker may take it.
  due_at         timestamptz DEFAULT now(),
  -- Tries begun, since it was last queued by hand.
  attempts       integer NOT NULL DEFAULT 0,
  -- Since when the server may have all of it, without having answered yet.
  handed_over_at timestamptz,
  -- Tries that ended so.
  unanswered     integer NOT NULL DEFAULT 0,
  last_error     text,
  created_at     timestamptz NOT NULL DEFAULT now(),
  sent_at        timestamptz,
  CHECK ((state = 'sent') = (sent_at IS NOT NULL)),
  CHECK ((state IN ('queued', 'sending')) = (due_at IS NOT NULL)),
  CHECK (handed_over_at IS NULL OR state = 'sending'),
  UNIQUE (trail_id, kind, recipient)
);
CREATE INDEX mails_waiting ON mails (due_at, created_at) WHERE due_at IS NOT NULL;
CREATE INDEX mails_by_time ON mails (created_at DESC, id DESC);

-- Wakes the worker, and the pages that list mails.
CREATE FUNCTION announce_mail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', 'mail.' || NEW.state);
  RETURN NEW;
END $$;
CREATE TRIGGER mails_announced AFTER INSERT OR UPDATE OF state ON mails FOR EACH ROW
  WHEN (NEW.state <> 'sending') EXECUTE FUNCTION announce_mail();

-- What people upload. The bytes are in the file store (DATA_DIR/files or S3) under the row's id, never changed.

CREATE TABLE files (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind         text NOT NULL CHECK (kind ~ '^[a-z-]+$'),
  -- The record that it belongs to. None: an upload that nothing was made of yet; it is removed after a day.
  owner_id     uuid,
  -- Whether everybody may see it, as the pictures on public pages; otherwise the office.
  public       boolean NOT NULL DEFAULT false,
  content_type text NOT NULL,
  size_bytes   integer NOT NULL CHECK (size_bytes > 0),
  sha256       text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  created_at   timestamptz NOT NULL
);
CREATE INDEX files_of_owner ON files (owner_id, created_at) WHERE owner_id IS NOT NULL;
CREATE INDEX files_unclaimed ON files (created_at) WHERE owner_id IS NULL;

-- How public pages, which are kept in memory, learn that what they show has changed (docs/decisions/0010-page-cache.md).
-- A version a table, raised in the transaction that changes it, so that it is seen exactly when the change is. A sequence
-- would be seen before.

CREATE TABLE content_changes (
  table_name text PRIMARY KEY,
  version    bigint NOT NULL DEFAULT 1 CHECK (version > 0),
  changed_at timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION note_content_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO content_changes AS known (table_name) VALUES (TG_TABLE_NAME)
  ON CONFLICT (table_name) DO UPDATE SET version = known.version + 1, changed_at = excluded.changed_at;
  RETURN NULL;
END $$;

-- Each table that a public page shows is watched, from the migration that makes it: SELECT watch_content('testimonials');
CREATE FUNCTION watch_content(watched regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'CREATE TRIGGER content_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %s
     FOR EACH STATEMENT EXECUTE FUNCTION note_content_change()',
    watched
  );
END $$;

-- What looks like an attack. Suspicion looks at the last minutes of one account or one address.
CREATE TABLE security_events (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  type        text NOT NULL CHECK (type IN ('auth_failure', 'rate_limit', 'suspicious_activity')),
  message     text NOT NULL,
  user_id     uuid,
  metadata    jsonb NOT NULL DEFAULT '{}',
  user_agent  text,
  client_ip   inet,
  request_id  text NOT NULL,
  reported_at timestamptz,
  received_at timestamptz NOT NULL
);
CREATE INDEX security_events_newest ON security_events (received_at DESC, id DESC);
CREATE INDEX security_events_of_user ON security_events (user_id, received_at) WHERE user_id IS NOT NULL;
CREATE INDEX security_events_of_address ON security_events (client_ip, received_at) WHERE user_id IS NULL;

-- What went wrong in visitors' browsers. The same error again on the same day is counted, not kept again.
CREATE TABLE client_errors (
  day           date NOT NULL,
  fingerprint   text NOT NULL CHECK (fingerprint ~ '^[0-9a-f]{64}$'),
  message       text NOT NULL CHECK (length(message) <= 500),
  stack         text NOT NULL CHECK (length(stack) <= 4000),
  path          text NOT NULL CHECK (path ~ '^/[^?#@]{0,199}$'),
  severity      text NOT NULL CHECK (severity IN ('low', 'medium', 'high')),
  user_agent    text,
  times         integer NOT NULL DEFAULT 1 CHECK (times > 0),
  first_seen_at timestamptz NOT NULL,
  last_seen_at  timestamptz NOT NULL,
  PRIMARY KEY (day, fingerprint)
);
CREATE INDEX client_errors_by_time ON client_errors (last_seen_at DESC);
