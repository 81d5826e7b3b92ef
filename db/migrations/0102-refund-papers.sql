-- A refund has a paper for its customer, and a reference that stands on it.
CREATE SEQUENCE refund_numbers;
ALTER TABLE refunds ADD COLUMN reference text;
UPDATE refunds SET reference = reference_of('RF', numbered.number, numbered.recorded_at)
  FROM (SELECT id, recorded_at, nextval('refund_numbers') AS number
    FROM (SELECT id, recorded_at FROM refunds ORDER BY recorded_at, id) AS in_turn) AS numbered
  WHERE numbered.id = refunds.id;
ALTER TABLE refunds
  ALTER COLUMN reference SET DEFAULT reference_of('RF', nextval('refund_numbers'), now()),
  ALTER COLUMN reference SET NOT NULL,
  ADD CONSTRAINT refunds_reference_key UNIQUE (reference),
  ADD CONSTRAINT refunds_reference_check CHECK (reference ~ '^RF-[0-9]{4}-[0-9]{6,}$');
