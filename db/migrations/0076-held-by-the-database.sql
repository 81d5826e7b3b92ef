-- A row that others point at is not deleted or renumbered by reading them all.
CREATE INDEX bookings_of_service ON bookings (service_id, requested_at DESC, id DESC);
CREATE INDEX bookings_of_trade ON bookings (trade_id) WHERE trade_id IS NOT NULL;
CREATE INDEX visit_reports_of_technician ON visit_reports (technician_id);
CREATE INDEX contracts_of_price ON contracts (price_id);
CREATE INDEX service_pages_of_package ON service_pages (package_id) WHERE package_id IS NOT NULL;
CREATE INDEX testimonials_of_photo ON testimonials (photo_id) WHERE photo_id IS NOT NULL;
CREATE INDEX portfolio_items_of_before ON portfolio_items (before_id) WHERE before_id IS NOT NULL;
CREATE INDEX portfolio_items_of_after ON portfolio_items (after_id) WHERE after_id IS NOT NULL;
CREATE INDEX portfolio_items_of_service ON portfolio_items (service_id);
CREATE INDEX reviews_of_technician ON reviews (finished_by) WHERE finished_by IS NOT NULL;
CREATE INDEX company_papers_of_file ON company_papers (file_id) WHERE file_id IS NOT NULL;

-- Without one it would escape the rule that no technician is at two places at once.
ALTER TABLE visits ADD CONSTRAINT visits_scheduled_have_technician
  CHECK (technician_id IS NOT NULL OR state NOT IN ('scheduled', 'en_route', 'on_site'));

-- What a booking's timeline can tell (app/features/bookings/booking.ts).
ALTER TABLE booking_moves
  ADD CONSTRAINT booking_moves_move_known CHECK (move IN ('confirm', 'decline', 'cancel', 'assign', 'unassign', 'depart', 'arrive',
    'undoDepart', 'undoArrive', 'reportNoAccess', 'hold', 'finishWork', 'complete', 'close', 'request', 'import', 'reschedule',
    'resize', 'cancelVisit', 'endHold', 'revisit', 'correct', 'correctContact', 'note', 'contact', 'acknowledge', 'passOn')),
  ADD CONSTRAINT booking_moves_states_known CHECK (
    coalesce(from_state, 'requested') IN ('requested', 'confirmed', 'declined', 'cancelled', 'scheduled', 'en_route', 'on_site',
      'no_access', 'on_hold', 'work_done', 'completed', 'closed')
    AND to_state IN ('requested', 'confirmed', 'declined', 'cancelled', 'scheduled', 'en_route', 'on_site', 'no_access', 'on_hold',
      'work_done', 'completed', 'closed'));
