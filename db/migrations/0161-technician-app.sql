-- transaction: none
-- Voice message of a report. The content is stored as uploaded, so that its type and size are limited here.
ALTER TABLE files DROP CONSTRAINT IF EXISTS files_recording_check;
ALTER TABLE files ADD CONSTRAINT files_recording_check CHECK (
  kind <> 'uploaded-recording'
  OR (size_bytes <= 2097152 AND content_type IN ('audio/webm', 'audio/ogg', 'audio/mp4') AND NOT public)) NOT VALID;
ALTER TABLE files VALIDATE CONSTRAINT files_recording_check;

ALTER TABLE visit_reports ADD COLUMN IF NOT EXISTS recording_id uuid;
ALTER TABLE visit_reports DROP CONSTRAINT IF EXISTS visit_reports_recording_id_fkey;
ALTER TABLE visit_reports ADD CONSTRAINT visit_reports_recording_id_fkey
  FOREIGN KEY (recording_id) REFERENCES files (id) NOT VALID;
ALTER TABLE visit_reports VALIDATE CONSTRAINT visit_reports_recording_id_fkey;
DROP INDEX CONCURRENTLY IF EXISTS visit_reports_recording_id_key;
CREATE UNIQUE INDEX CONCURRENTLY visit_reports_recording_id_key ON visit_reports (recording_id)
  WHERE recording_id IS NOT NULL;

ALTER TABLE late_reports ADD COLUMN IF NOT EXISTS recording_id uuid;
ALTER TABLE late_reports DROP CONSTRAINT IF EXISTS late_reports_recording_id_fkey;
ALTER TABLE late_reports ADD CONSTRAINT late_reports_recording_id_fkey
  FOREIGN KEY (recording_id) REFERENCES files (id) NOT VALID;
ALTER TABLE late_reports VALIDATE CONSTRAINT late_reports_recording_id_fkey;
DROP INDEX CONCURRENTLY IF EXISTS late_reports_recording_id_key;
CREATE UNIQUE INDEX CONCURRENTLY late_reports_recording_id_key ON late_reports (recording_id)
  WHERE recording_id IS NOT NULL;
