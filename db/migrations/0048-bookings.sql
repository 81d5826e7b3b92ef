-- Dubai day on which work on hold is expected to continue. It stays after the hold, so that undoing the next visit restores it.
ALTER TABLE bookings ADD COLUMN continue_on date;
-- Work on hold whose expected day has come.
CREATE INDEX bookings_on_hold ON bookings (continue_on) WHERE state = 'on_hold' AND continue_on IS NOT NULL;

ALTER TABLE timeline_entries DROP CONSTRAINT timeline_entries_event_check;
ALTER TABLE timeline_entries ADD CONSTRAINT timeline_entries_event_check CHECK (event IN (
  'confirm', 'undoConfirm', 'decline', 'cancel', 'assign', 'unassign', 'depart', 'arrive', 'undoDepart', 'undoArrive', 'reportNoAccess',
  'hold', 'finishWork', 'handOver', 'complete', 'close', 'request', 'import', 'reschedule', 'resize', 'cancelVisit', 'expireHold',
  'bookWarrantyVisit', 'correct', 'correctContact', 'note', 'contact', 'acknowledge', 'declinePage', 'addHelper', 'removeHelper',
  'setCrewSize', 'setContinuationDate', 'planDays', 'delay'));
