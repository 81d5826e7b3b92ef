-- Due instalments whose invoice was refused, so that the office sees them.

CREATE TABLE refused_instalments (
  contract_id uuid NOT NULL,
  number      integer NOT NULL,
  obstacle    text NOT NULL,
  refused_at  timestamptz NOT NULL,
  PRIMARY KEY (contract_id, number),
  FOREIGN KEY (contract_id, number) REFERENCES contract_instalments (contract_id, number) ON DELETE CASCADE,
  CONSTRAINT refused_instalments_obstacle_check
    CHECK (obstacle IN ('address-required', 'company-details-missing', 'supply-reason-required', 'error'))
);
