-- A booking at a home under contract is priced by it (docs/domain.md, "Packages and contracts"; docs/decisions/0044-contract-prices.md):
-- what of each line the contract pays, kept as everything of a price is when it is booked.
ALTER TABLE booking_lines
  ADD COLUMN covered_fils bigint NOT NULL DEFAULT 0,
  ADD COLUMN contract_id uuid REFERENCES contracts (id),
  ADD CONSTRAINT booking_lines_covered CHECK (covered_fils BETWEEN 0 AND coalesce(gross_fils, 0)),
  ADD CONSTRAINT booking_lines_covered_by CHECK ((covered_fils > 0) = (contract_id IS NOT NULL));
CREATE INDEX booking_lines_of_contract ON booking_lines (contract_id) WHERE contract_id IS NOT NULL;

-- One visit may take a call-out and hours of a handyman.
ALTER TABLE contract_uses DROP CONSTRAINT contract_uses_pkey, ADD PRIMARY KEY (booking_id, kind);
