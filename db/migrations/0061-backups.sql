-- Backups of this installation, one at a time; what is kept of the database's log beside them; and what waits after a restore.
CREATE TABLE backups (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  origin        text NOT NULL CHECK (origin IN ('office', 'schedule', 'command')),
  state         text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed')),
  asked_at      timestamptz NOT NULL,
  -- While it runs, told again and again: one that is silent has died with its process.
  alive_at      timestamptz,
  bytes_done    bigint NOT NULL DEFAULT 0,
  bytes_total   bigint,
  ended_at      timestamptz,
  -- Why it failed, and what was said.
  failure       text,
  failure_text  text,
  -- Of the archive, without its ending.
  name          text UNIQUE,
  size_bytes    bigint,
  -- Which copies of the log go with it, from which segment on. None: the database is somebody else's.
  chain         text,
  first_segment text,
  -- Since when there is a copy of it in the bucket.
  copied_at     timestamptz,
  CHECK ((state IN ('done', 'failed')) = (ended_at IS NOT NULL)),
  CHECK ((state = 'failed') = (failure IS NOT NULL)),
  CHECK (state <> 'done' OR (name IS NOT NULL AND size_bytes IS NOT NULL))
);
CREATE UNIQUE INDEX backups_one_at_a_time ON backups ((true)) WHERE state IN ('waiting', 'running');
CREATE INDEX backups_by_time ON backups (asked_at DESC);

-- The copies of the log that go on now. No chain: there are none until the next backup.
CREATE TABLE kept_log (
  one       boolean PRIMARY KEY DEFAULT true CHECK (one),
  chain     text,
  copied_at timestamptz,
  failure   text,
  failure_text text
);
INSERT INTO kept_log DEFAULT VALUES;

CREATE TABLE restores (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  restored_at timestamptz NOT NULL,
  moment      timestamptz,
  archive     text NOT NULL,
  released_at timestamptz
);
CREATE UNIQUE INDEX restores_held ON restores ((true)) WHERE released_at IS NULL;

-- Known again by a hash alone: no person is named. Emptied at the release.
CREATE TABLE mails_sent_before_restore (
  hash    bytea PRIMARY KEY,
  times   integer NOT NULL CHECK (times > 0),
  sent_at timestamptz NOT NULL
);
