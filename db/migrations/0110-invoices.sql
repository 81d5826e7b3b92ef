-- A late instalment needs no reason, so the hourly job issues those that were refused for it.

DELETE FROM refused_instalments WHERE obstacle = 'supply-reason-required';
ALTER TABLE refused_instalments
  DROP CONSTRAINT refused_instalments_obstacle_check,
  ADD CONSTRAINT refused_instalments_obstacle_check
    CHECK (obstacle IN ('address-required', 'company-details-missing', 'error'));
