-- Technicians hand over a visit under way from the phone, with a report.

ALTER TABLE late_reports
  DROP CONSTRAINT late_reports_transition_check,
  ADD CONSTRAINT late_reports_transition_check CHECK (transition IN
    ('depart', 'arrive', 'reportNoAccess', 'hold', 'finishWork', 'undoDepart', 'undoArrive', 'handOver', 'delay'));
ALTER TABLE visit_reports
  DROP CONSTRAINT visit_reports_transition_check,
  ADD CONSTRAINT visit_reports_transition_check CHECK (transition IN ('reportNoAccess', 'hold', 'finishWork', 'handOver'));
