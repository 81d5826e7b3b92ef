-- A delivery is not sent where its webhook's maker may no longer read what it is about.
ALTER TABLE webhook_deliveries
  DROP CONSTRAINT webhook_deliveries_state_check,
  ADD CONSTRAINT webhook_deliveries_state_check CHECK (state IN ('waiting', 'delivered', 'failed', 'not-sent')) NOT VALID;
ALTER TABLE webhook_deliveries VALIDATE CONSTRAINT webhook_deliveries_state_check;
