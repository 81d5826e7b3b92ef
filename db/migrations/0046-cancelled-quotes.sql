-- What was agreed may be called off. Its paid deposit then goes the way that was shown with the version that was approved.
ALTER TABLE quotes
  DROP CONSTRAINT quotes_state_check,
  ADD CONSTRAINT quotes_state_check CHECK (state IN ('draft', 'sent', 'viewed', 'approved', 'changes_requested', 'declined', 'expired',
    'withdrawn', 'converted', 'cancelled'));
