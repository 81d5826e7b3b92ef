-- What Today shows until the office has dealt with it, and the parts of a payout that are neither payments nor refunds.

ALTER TABLE cheques ADD kept_at timestamptz;

ALTER TABLE payouts
  ADD acknowledged_at timestamptz,
  ADD reserve_fils bigint NOT NULL DEFAULT 0,
  ADD top_up_fils bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT payouts_acknowledged_failure_check CHECK (acknowledged_at IS NULL OR failed_on IS NOT NULL);
CREATE INDEX payouts_failed_on_idx ON payouts (failed_on) WHERE failed_on IS NOT NULL AND acknowledged_at IS NULL;
