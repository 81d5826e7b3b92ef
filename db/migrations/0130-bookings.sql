-- transaction: none
-- Reminders of visits: one row per visit, kind and start, so that none is sent twice or for a former time
-- (docs/domain.md, "Visit reminders").
CREATE TABLE IF NOT EXISTS visit_reminders (
  visit_id  uuid        NOT NULL,
  kind      text        NOT NULL,
  starts_at timestamptz NOT NULL,
  due_at    timestamptz NOT NULL,
  state     text        NOT NULL,
  CONSTRAINT visit_reminders_pkey PRIMARY KEY (visit_id, kind, starts_at),
  CONSTRAINT visit_reminders_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visits (id) ON DELETE CASCADE,
  CONSTRAINT visit_reminders_kind_check CHECK (kind IN ('day-before', 'hours-before')),
  CONSTRAINT visit_reminders_state_check CHECK (state IN ('planned', 'sent', 'skipped'))
);
CREATE INDEX IF NOT EXISTS visit_reminders_due_at_idx ON visit_reminders (due_at) WHERE state = 'planned';

-- The customer confirms a visit.
ALTER TABLE timeline_entries
  DROP CONSTRAINT IF EXISTS timeline_entries_event_check,
  ADD CONSTRAINT timeline_entries_event_check CHECK (event IN (
    'confirm', 'undoConfirm', 'decline', 'cancel', 'assign', 'unassign', 'depart', 'arrive', 'undoDepart', 'undoArrive',
    'reportNoAccess', 'hold', 'finishWork', 'handOver', 'complete', 'close', 'request', 'import', 'reschedule', 'resize',
    'cancelVisit', 'expireHold', 'bookWarrantyVisit', 'correct', 'correctContact', 'note', 'contact', 'acknowledge',
    'declinePage', 'addHelper', 'removeHelper', 'setCrewSize', 'setContinuationDate', 'planDays', 'delay', 'confirmVisit'
  )) NOT VALID;
ALTER TABLE timeline_entries VALIDATE CONSTRAINT timeline_entries_event_check;
