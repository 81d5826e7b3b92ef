-- Note, photos and signature that a technician added to a transition of the visit. A visit that was on hold has several.
CREATE TABLE visit_reports (
  id            uuid PRIMARY KEY,
  visit_id      uuid NOT NULL REFERENCES visits (id),
  technician_id uuid NOT NULL REFERENCES technicians (id),
  transition    text NOT NULL CHECK (transition IN ('reportNoAccess', 'hold', 'finishWork')),
  note          text NOT NULL CHECK (length(note) <= 2000),
  -- Typed name of the signer.
  signed_by     text CHECK (length(signed_by) BETWEEN 1 AND 50),
  signature_id  uuid UNIQUE REFERENCES files (id),
  at            timestamptz NOT NULL,
  CONSTRAINT visit_reports_signature_complete_check CHECK ((signed_by IS NULL) = (signature_id IS NULL))
);
CREATE INDEX ON visit_reports (visit_id, at);
CREATE INDEX ON visit_reports (technician_id);

CREATE TABLE visit_report_photos (
  report_id uuid NOT NULL REFERENCES visit_reports (id),
  position  integer NOT NULL CHECK (position BETWEEN 1 AND 8),
  file_id   uuid NOT NULL UNIQUE REFERENCES files (id),
  PRIMARY KEY (report_id, position)
);
