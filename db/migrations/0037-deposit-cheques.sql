-- A cheque may be meant for the deposit of an approved quote, too.
ALTER TABLE cheques
  ADD COLUMN quote_id uuid REFERENCES quotes (id),
  ADD CONSTRAINT cheques_mean_one_thing CHECK (num_nonnulls(invoice_id, contract_id, quote_id) <= 1);
CREATE INDEX cheques_of_quote ON cheques (quote_id) WHERE quote_id IS NOT NULL;
CREATE INDEX cheques_newest ON cheques (dated DESC, id DESC);
