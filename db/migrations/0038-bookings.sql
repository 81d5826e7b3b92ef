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

-- A handed over visit ended like one without access: it occupies no time. PostgreSQL 15 and 16 cannot change the expression of a
-- generated column, so the column and all that refers to it are created again.
DROP TRIGGER sync_last_visit_start ON visits;
DROP INDEX visits_board_idx, visits_booking_idx, visits_ended_idx, visits_newest_bookings_idx, visits_technician_idx;
ALTER TABLE visits
  DROP CONSTRAINT visits_state_check,
  DROP CONSTRAINT visits_ended_state_check,
  DROP CONSTRAINT visits_no_double_booking_excl,
  DROP COLUMN live;
ALTER TABLE visits
  ADD CONSTRAINT visits_state_check CHECK (
    state IN ('held', 'scheduled', 'en_route', 'on_site', 'on_hold', 'work_done', 'no_access', 'handed_over', 'cancelled')),
  ADD CONSTRAINT visits_ended_state_check CHECK (
    ended_at IS NULL OR state IN ('on_hold', 'work_done', 'no_access', 'handed_over', 'cancelled')),
  ADD COLUMN live boolean NOT NULL GENERATED ALWAYS AS (state NOT IN ('cancelled', 'no_access', 'handed_over')) STORED,
  ADD CONSTRAINT visits_no_double_booking_excl EXCLUDE USING gist (technician_id WITH =, during WITH &&) WHERE (live);
CREATE INDEX visits_board_idx ON visits (starts_at)
  INCLUDE (technician_id, booking_id, state, ends_at, lead_visit_id, trade, requested_at, last_visit_start) WHERE live;
CREATE INDEX visits_booking_idx ON visits (booking_id, starts_at, id) INCLUDE (live, lead_visit_id);
CREATE INDEX visits_ended_idx ON visits (ended_at) WHERE live AND ended_at IS NOT NULL;
CREATE INDEX visits_newest_bookings_idx ON visits (technician_id, requested_at, booking_id)
  INCLUDE (state, led_to_warranty, last_visit_start) WHERE live;
CREATE INDEX visits_technician_idx ON visits (technician_id, starts_at) INCLUDE (booking_id, live);
CREATE TRIGGER sync_last_visit_start AFTER UPDATE ON visits FOR EACH ROW
  WHEN (NEW.starts_at IS DISTINCT FROM OLD.starts_at OR NEW.live IS DISTINCT FROM OLD.live) EXECUTE FUNCTION sync_last_visit_start();

CREATE OR REPLACE FUNCTION set_last_visit_start() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.last_visit_start := greatest(
    (SELECT max(starts_at) FROM visits WHERE booking_id = NEW.booking_id AND live AND lead_visit_id IS NULL AND id <> NEW.id),
    CASE WHEN NEW.lead_visit_id IS NULL AND NEW.state NOT IN ('cancelled', 'no_access', 'handed_over') THEN NEW.starts_at END);
  RETURN NEW;
END $$;
