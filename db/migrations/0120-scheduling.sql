-- transaction: none
-- A missed day of a multi-day job needs a technician until a visit that is not cancelled replaces it.
ALTER TABLE visits ADD COLUMN IF NOT EXISTS replaces_visit_id uuid;
ALTER TABLE visits DROP CONSTRAINT IF EXISTS visits_replaces_visit_id_fkey;
ALTER TABLE visits ADD CONSTRAINT visits_replaces_visit_id_fkey FOREIGN KEY (replaces_visit_id) REFERENCES visits (id) NOT VALID;
ALTER TABLE visits VALIDATE CONSTRAINT visits_replaces_visit_id_fkey;
ALTER TABLE visits DROP CONSTRAINT IF EXISTS visits_replaces_not_self_check;
ALTER TABLE visits ADD CONSTRAINT visits_replaces_not_self_check CHECK (replaces_visit_id <> id) NOT VALID;
ALTER TABLE visits VALIDATE CONSTRAINT visits_replaces_not_self_check;
DROP INDEX CONCURRENTLY IF EXISTS visits_replaces_visit_id_idx;
CREATE INDEX CONCURRENTLY visits_replaces_visit_id_idx ON visits (replaces_visit_id) WHERE replaces_visit_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS visits_missed_days_idx;
CREATE INDEX CONCURRENTLY visits_missed_days_idx ON visits (booking_id, starts_at) WHERE multi_day AND state = 'no_access';
