-- How a technician learns of changed visits. Emergencies always ring and are always emailed.
ALTER TABLE profiles ADD COLUMN visit_changes text NOT NULL DEFAULT 'push-email';
ALTER TABLE profiles ADD CONSTRAINT profiles_visit_changes_check
  CHECK (visit_changes IN ('push-email', 'push', 'email'));
