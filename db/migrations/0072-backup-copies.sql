-- Why a backup that is made has no copy in the bucket yet.
ALTER TABLE backups ADD copy_failure text CHECK (copy_failure IS NULL OR (state = 'done' AND copied_at IS NULL));

-- The last segment of the log that is in the bucket.
ALTER TABLE kept_log ADD bucket_segment text;

-- Copies of the log that go on no longer: up to when a moment can be restored with them.
CREATE TABLE log_ends (
  chain        text PRIMARY KEY,
  copied_until timestamptz NOT NULL
);
