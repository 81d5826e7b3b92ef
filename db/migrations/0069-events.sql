-- transaction: none
-- Prepares the trail by month (0070). Checks let the present tables become partitions without a scan under a lock. The
-- foreign keys to the trail end, because months of it are dropped as a whole.

ALTER TABLE trail DROP CONSTRAINT IF EXISTS trail_earlier_id_check;
ALTER TABLE trail ADD CONSTRAINT trail_earlier_id_check CHECK (id < 200001000000000) NOT VALID;
ALTER TABLE trail VALIDATE CONSTRAINT trail_earlier_id_check;

ALTER TABLE trail_values DROP CONSTRAINT IF EXISTS trail_values_earlier_id_check;
ALTER TABLE trail_values ADD CONSTRAINT trail_values_earlier_id_check CHECK (trail_id < 200001000000000) NOT VALID;
ALTER TABLE trail_values VALIDATE CONSTRAINT trail_values_earlier_id_check;

-- The trail is locked first, in the order of transactions that record an event and then queue emails.
DO $$ BEGIN
  LOCK TABLE trail IN ACCESS EXCLUSIVE MODE;
  ALTER TABLE trail_values DROP CONSTRAINT IF EXISTS trail_values_trail_id_fkey;
END $$;
DO $$ BEGIN
  LOCK TABLE trail IN ACCESS EXCLUSIVE MODE;
  ALTER TABLE outbox DROP CONSTRAINT IF EXISTS outbox_trail_id_fkey;
END $$;
DO $$ BEGIN
  LOCK TABLE trail IN ACCESS EXCLUSIVE MODE;
  ALTER TABLE reaction_jobs DROP CONSTRAINT IF EXISTS reaction_jobs_trail_id_fkey;
END $$;
DO $$ BEGIN
  LOCK TABLE trail IN ACCESS EXCLUSIVE MODE;
  ALTER TABLE mails DROP CONSTRAINT IF EXISTS mails_trail_id_fkey;
END $$;
DO $$ BEGIN
  LOCK TABLE trail IN ACCESS EXCLUSIVE MODE;
  ALTER TABLE pending_alerts DROP CONSTRAINT IF EXISTS pending_alerts_trail_id_fkey;
END $$;
DO $$ BEGIN
  LOCK TABLE trail IN ACCESS EXCLUSIVE MODE;
  ALTER TABLE mail_events DROP CONSTRAINT IF EXISTS mail_events_trail_id_fkey;
END $$;
