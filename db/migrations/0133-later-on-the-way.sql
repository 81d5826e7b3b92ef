-- How much later than it was to be expected the technician said on the way that they arrive, in minutes.
ALTER TABLE visits ADD COLUMN later_min smallint NOT NULL DEFAULT 0 CHECK (later_min BETWEEN 0 AND 1440);

ALTER TABLE booking_moves
  DROP CONSTRAINT booking_moves_move_known,
  ADD CONSTRAINT booking_moves_move_known CHECK (move IN ('confirm', 'decline', 'cancel', 'assign', 'unassign', 'depart', 'arrive',
    'undoDepart', 'undoArrive', 'reportNoAccess', 'hold', 'finishWork', 'complete', 'close', 'request', 'import', 'reschedule',
    'resize', 'cancelVisit', 'endHold', 'revisit', 'correct', 'correctContact', 'note', 'contact', 'acknowledge', 'passOn',
    'join', 'leave', 'needHands', 'plan', 'delay')) NOT VALID;
ALTER TABLE booking_moves VALIDATE CONSTRAINT booking_moves_move_known;
