-- Work of several days is several visits of one booking that were planned as one (docs/decisions/0054-days-of-a-plan.md). Which day of how
-- many a visit is, is counted from those that are left: no number has to be kept right.
ALTER TABLE visits
  ADD COLUMN of_plan boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT visits_plan_is_led CHECK (NOT of_plan OR lead_id IS NULL);

ALTER TABLE booking_moves
  DROP CONSTRAINT booking_moves_move_known,
  ADD CONSTRAINT booking_moves_move_known CHECK (move IN ('confirm', 'decline', 'cancel', 'assign', 'unassign', 'depart', 'arrive',
    'undoDepart', 'undoArrive', 'reportNoAccess', 'hold', 'finishWork', 'complete', 'close', 'request', 'import', 'reschedule',
    'resize', 'cancelVisit', 'endHold', 'revisit', 'correct', 'correctContact', 'note', 'contact', 'acknowledge', 'passOn',
    'join', 'leave', 'needHands', 'plan')) NOT VALID;
ALTER TABLE booking_moves VALIDATE CONSTRAINT booking_moves_move_known;
