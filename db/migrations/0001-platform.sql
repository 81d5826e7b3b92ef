-- Shared by all features: time, references, numbers, rate limits, replayed responses, uploaded files, content versions.

CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Days and hours are Dubai's. The functions are immutable, because Dubai has no daylight saving time.
CREATE FUNCTION dubai_day(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (at AT TIME ZONE 'Asia/Dubai')::date
$$;
CREATE FUNCTION dubai_hour(at timestamptz) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT extract(hour FROM at AT TIME ZONE 'Asia/Dubai')::integer
$$;
CREATE FUNCTION whole_minutes(since timestamptz, until timestamptz) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT floor(extract(epoch FROM until - since) / 60)::integer
$$;

-- Reference such as 'RC-2026-000123'. It has one more digit after 999999.
CREATE FUNCTION format_reference(kind text, number bigint, at timestamptz) RETURNS text LANGUAGE sql STABLE
  RETURN kind || '-' || to_char(at AT TIME ZONE 'Asia/Dubai', 'YYYY') || '-'
    || lpad(number::text, greatest(6, length(number::text)), '0');

-- Gapless numbers, as the law requires for tax documents: the row stays locked until the transaction that took the number ends.
CREATE TABLE counters (
  kind  text NOT NULL CHECK (kind IN ('QT', 'INV', 'CN')),
  year  integer NOT NULL CHECK (year BETWEEN 2020 AND 2200),
  value integer NOT NULL DEFAULT 0 CHECK (value BETWEEN 0 AND 999999),
  PRIMARY KEY (kind, year)
);

CREATE TABLE rate_limits (
  key          text PRIMARY KEY,
  attempts     timestamptz[] NOT NULL,
  -- True if the latest call was within the limit. Written by the statement that counts the call, so that no second read is
  -- needed.
  last_allowed boolean NOT NULL,
  expires_at   timestamptz NOT NULL
);
CREATE INDEX ON rate_limits (expires_at);

CREATE TABLE idempotency_keys (
  scope      text NOT NULL,
  key        text NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  body_hash  text NOT NULL,
  status     integer,
  response   jsonb,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (scope, key)
);
CREATE INDEX ON idempotency_keys (created_at);

-- Uploaded files. The file store (DATA_DIR/files or S3) keeps the immutable content under the row's id.
CREATE TABLE files (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind         text NOT NULL CHECK (kind ~ '^[a-z-]+$'),
  -- Record that the file belongs to. Null: an unclaimed upload, removed after a day.
  owner_id     uuid,
  -- Visible without signing in, for pictures on public pages. Otherwise visible to the office only.
  public       boolean NOT NULL DEFAULT false,
  content_type text NOT NULL,
  size_bytes   integer NOT NULL CHECK (size_bytes > 0),
  sha256       text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  created_at   timestamptz NOT NULL
);
CREATE INDEX ON files (owner_id, created_at) WHERE owner_id IS NOT NULL;
CREATE INDEX files_unclaimed_idx ON files (created_at) WHERE owner_id IS NULL;

-- Invalidates the page cache of every process (docs/decisions/0010-page-cache.md). The version of a table is raised in the
-- transaction that changes the table, so that both become visible at the same time; a sequence would be visible earlier.
CREATE TABLE content_changes (
  table_name text PRIMARY KEY,
  version    bigint NOT NULL DEFAULT 1 CHECK (version > 0),
  changed_at timestamptz NOT NULL DEFAULT now()
);

-- PostgreSQL sends identical notifications of one transaction once.
CREATE FUNCTION record_content_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO content_changes AS known (table_name) VALUES (TG_TABLE_NAME)
  ON CONFLICT (table_name) DO UPDATE SET version = known.version + 1, changed_at = excluded.changed_at;
  PERFORM pg_notify('content', '');
  RETURN NULL;
END $$;

-- Called for each table that a public page shows, right after the table is created.
CREATE FUNCTION watch_content(watched regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'CREATE TRIGGER record_content_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %s
     FOR EACH STATEMENT EXECUTE FUNCTION record_content_change()',
    watched
  );
END $$;
