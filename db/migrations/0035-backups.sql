-- Backups of this installation, the WAL archive beside them, and restores.

CREATE TABLE backups (
  id                  uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  origin              text NOT NULL CHECK (origin IN ('office', 'schedule', 'command')),
  state               text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed')),
  requested_at        timestamptz NOT NULL,
  -- Waiting: earliest time of the next attempt. Running: end of the lease, after which the process counts as dead and the backup
  -- starts again.
  due_at              timestamptz DEFAULT now(),
  attempts            integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  bytes_done          bigint NOT NULL DEFAULT 0,
  bytes_total         bigint,
  ended_at            timestamptz,
  -- Code of the reason, and the message of the failed step.
  failure             text,
  failure_text        text,
  -- Name of the archive without extension.
  name                text UNIQUE,
  size_bytes          bigint,
  -- WAL chain and first segment needed to restore to a later moment. Null: an external database, whose WAL is not archived.
  chain               text,
  first_wal_segment   text,
  -- Time at which the copy in the bucket was complete.
  copied_at           timestamptz,
  -- Reason for which there is no copy in the bucket yet.
  copy_failure        text,
  -- Time at which the office was notified that the next backup is overdue.
  overdue_notified_at timestamptz,
  CONSTRAINT backups_due_at_state_check CHECK ((due_at IS NULL) = (state IN ('done', 'failed'))),
  CONSTRAINT backups_ended_at_state_check CHECK ((state IN ('done', 'failed')) = (ended_at IS NOT NULL)),
  CONSTRAINT backups_failure_state_check CHECK ((state = 'failed') = (failure IS NOT NULL)),
  CONSTRAINT backups_done_check CHECK (state <> 'done' OR (name IS NOT NULL AND size_bytes IS NOT NULL)),
  CONSTRAINT backups_copy_failure_state_check CHECK (copy_failure IS NULL OR (state = 'done' AND copied_at IS NULL))
);
CREATE UNIQUE INDEX backups_single_running_key ON backups ((true)) WHERE state IN ('waiting', 'running');
CREATE INDEX ON backups (requested_at DESC);

-- State of the WAL archive, in one row. Null chain: nothing is archived until the next backup.
CREATE TABLE wal_archive (
  singleton      boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  chain          text,
  copied_at      timestamptz,
  failure        text,
  failure_text   text,
  -- Latest segment in the bucket.
  bucket_segment text
);
INSERT INTO wal_archive DEFAULT VALUES;

-- WAL chains that ended, with the latest moment each can be restored to.
CREATE TABLE wal_chain_ends (
  chain          text PRIMARY KEY,
  archived_until timestamptz NOT NULL
);

-- Outbound traffic is paused from a restore until an admin releases it, because mails may have been sent after the backup.
CREATE TABLE restores (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  restored_at timestamptz NOT NULL,
  -- Point in time of a restore from the WAL archive. Null: the state of the archive itself.
  target_time timestamptz,
  archive     text NOT NULL,
  released_at timestamptz
);
CREATE UNIQUE INDEX restores_single_unreleased_key ON restores ((true)) WHERE released_at IS NULL;

-- Mails sent after the backup, identified by a hash without personal data. Emptied when outbound traffic is released.
CREATE TABLE mails_sent_before_restore (
  hash    bytea PRIMARY KEY,
  copies  integer NOT NULL CHECK (copies > 0),
  sent_at timestamptz NOT NULL
);
