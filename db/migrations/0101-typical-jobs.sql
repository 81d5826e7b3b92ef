-- Typical jobs are written in the office, as questions are: each has an id, a version, and is published or not.
ALTER TABLE service_jobs DROP CONSTRAINT service_jobs_pkey;
ALTER TABLE service_jobs
  ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid() PRIMARY KEY,
  -- Those that were there were shown.
  ADD COLUMN published boolean NOT NULL DEFAULT true,
  ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE service_jobs ALTER COLUMN published SET DEFAULT false;
CREATE INDEX service_jobs_of_service ON service_jobs (service_id, position);
