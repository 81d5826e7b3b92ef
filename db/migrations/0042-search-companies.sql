-- The office finds a customer by the company, too, that invoices are made out to, and by its tax registration number.
DROP INDEX customers_search;
CREATE INDEX customers_search ON customers USING gin ((name || ' ' || coalesce(phone, '') || ' ' || coalesce(email, '')
  || ' ' || coalesce(company, '') || ' ' || coalesce(trn, '')) gin_trgm_ops);
