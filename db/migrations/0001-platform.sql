-- What every feature stands on: the outbox of events, numbers, limits, replayed answers, mail, files, signs of trouble.

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
  -- Carries a link that lets its reader in: blanked once it is sent or given up.
  secret      boolean NOT NULL DEFAULT false,
  created_at  timestamptz NOT NULL DEFAULT now(),
  sent_at     timestamptz,
  CHECK ((state = 'sent') = (sent_at IS NOT NULL)),
  UNIQUE (event_id, kind, recipient)
);
CREATE INDEX mails_by_time ON mails (created_at DESC, id DESC);

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
