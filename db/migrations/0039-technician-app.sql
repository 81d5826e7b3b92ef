-- Report of the technician's app that was refused, for example because the visit was reassigned meanwhile. The office decides on it.
CREATE TABLE late_reports (
  -- Key of the tap, so that a repeated one is stored once.
  id            uuid PRIMARY KEY,
  visit_id      uuid NOT NULL REFERENCES visits (id),
  technician_id uuid NOT NULL REFERENCES technicians (id),
  transition    text NOT NULL,
  -- Reason shown to the customer, of work on hold.
  reason        text NOT NULL CHECK (length(reason) <= 500),
  note          text NOT NULL CHECK (length(note) <= 2000),
  signed_by     text CHECK (length(signed_by) BETWEEN 1 AND 50),
  signature_id  uuid UNIQUE REFERENCES files (id),
  tapped_at     timestamptz NOT NULL,
  received_at   timestamptz NOT NULL,
  -- Accepted reports become visit reports.
  accepted      boolean,
  decided_at    timestamptz,
  CONSTRAINT late_reports_transition_check CHECK (
    transition IN ('depart', 'arrive', 'reportNoAccess', 'hold', 'finishWork', 'undoDepart', 'undoArrive', 'delay')),
  CONSTRAINT late_reports_signature_complete_check CHECK ((signed_by IS NULL) = (signature_id IS NULL)),
  CONSTRAINT late_reports_decision_check CHECK ((accepted IS NULL) = (decided_at IS NULL))
);
CREATE INDEX ON late_reports (visit_id, received_at);
CREATE INDEX ON late_reports (technician_id);

CREATE TABLE late_report_photos (
  report_id uuid NOT NULL REFERENCES late_reports (id),
  position  integer NOT NULL CHECK (position BETWEEN 1 AND 8),
  file_id   uuid NOT NULL UNIQUE REFERENCES files (id),
  PRIMARY KEY (report_id, position)
);
