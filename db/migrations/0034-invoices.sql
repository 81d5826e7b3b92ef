-- Invoices are found by a part of their number.
CREATE INDEX invoices_search ON invoices USING gin (reference gin_trgm_ops);

-- Which reminder of an invoice went out: each once, whatever is started again when.
CREATE TABLE invoice_reminders (
  invoice_id uuid NOT NULL REFERENCES invoices (id),
  -- Days from the due date: -3 is three days before it.
  day        smallint NOT NULL,
  at         timestamptz NOT NULL,
  PRIMARY KEY (invoice_id, day)
);
