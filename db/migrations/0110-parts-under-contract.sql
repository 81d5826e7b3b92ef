-- Parts (docs/decisions/0053-parts-under-contract.md): a line of a quote or an invoice may be a part, whose discount comes from the contract of the home.

ALTER TABLE quote_lines
  ADD COLUMN part_contract_id uuid REFERENCES contracts (id),
  -- Of a part: what its contract takes off. All else is discounted with the whole.
  ADD COLUMN discount_fils bigint NOT NULL DEFAULT 0 CHECK (discount_fils >= 0),
  ADD CONSTRAINT quote_lines_discount_of_parts CHECK (discount_fils = 0 OR part_contract_id IS NOT NULL),
  ADD CONSTRAINT quote_lines_discount_within CHECK (discount_fils <= round(quantity_hundredths::numeric * unit_fils / 100));
CREATE INDEX quote_lines_of_contract ON quote_lines (part_contract_id) WHERE part_contract_id IS NOT NULL;

ALTER TABLE invoice_lines
  ADD COLUMN part_contract_id uuid REFERENCES contracts (id),
  ADD CONSTRAINT invoice_lines_parts_deduct_nothing CHECK (part_contract_id IS NULL OR deducts_id IS NULL);
CREATE INDEX invoice_lines_of_contract ON invoice_lines (part_contract_id) WHERE part_contract_id IS NOT NULL;
