-- Undo of a confirmation, and the handover of a visit under way.
ALTER TABLE timeline_entries DROP CONSTRAINT timeline_entries_event_check;
ALTER TABLE timeline_entries ADD CONSTRAINT timeline_entries_event_check CHECK (event IN (
  'confirm', 'undoConfirm', 'decline', 'cancel', 'assign', 'unassign', 'depart', 'arrive', 'undoDepart', 'undoArrive', 'reportNoAccess',
  'hold', 'finishWork', 'handOver', 'complete', 'close', 'request', 'import', 'reschedule', 'resize', 'cancelVisit', 'expireHold',
  'bookWarrantyVisit', 'correct', 'correctContact', 'note', 'contact', 'acknowledge', 'declinePage', 'addHelper', 'removeHelper',
  'setCrewSize', 'planDays', 'delay'));

-- Hold of the confirmed request, which undo restores: visit, network, mailbox and end.
ALTER TABLE pending_visit_notifications
  ADD COLUMN unconfirmed_hold jsonb,
  ADD CONSTRAINT pending_visit_notifications_unconfirmed_hold_check CHECK (unconfirmed_hold IS NULL OR confirms_booking);

-- A handed over visit ended like one without access: it occupies no time.
ALTER TABLE visits DROP CONSTRAINT visits_state_check, DROP CONSTRAINT visits_ended_state_check;
ALTER TABLE visits
  ADD CONSTRAINT visits_state_check CHECK (
    state IN ('held', 'scheduled', 'en_route', 'on_site', 'on_hold', 'work_done', 'no_access', 'handed_over', 'cancelled')),
  ADD CONSTRAINT visits_ended_state_check CHECK (
    ended_at IS NULL OR state IN ('on_hold', 'work_done', 'no_access', 'handed_over', 'cancelled')),
  ALTER COLUMN live SET EXPRESSION AS (state NOT IN ('cancelled', 'no_access', 'handed_over'));

CREATE OR REPLACE FUNCTION set_last_visit_start() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.last_visit_start := greatest(
    (SELECT max(starts_at) FROM visits WHERE booking_id = NEW.booking_id AND live AND lead_visit_id IS NULL AND id <> NEW.id),
    CASE WHEN NEW.lead_visit_id IS NULL AND NEW.state NOT IN ('cancelled', 'no_access', 'handed_over') THEN NEW.starts_at END);
  RETURN NEW;
END $$;
