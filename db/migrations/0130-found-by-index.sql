-- What the office searches for among contracts, messages, payments and cheques is found by an index, as everything else that it searches for.
CREATE INDEX contracts_search ON contracts USING gin ((reference || ' ' || contact_name || ' ' || contact_email || ' ' || contact_phone
  || ' ' || address) gin_trgm_ops);
CREATE INDEX contact_messages_search ON contact_messages USING gin ((reference || ' ' || name || ' ' || email || ' ' || coalesce(phone, ''))
  gin_trgm_ops);
CREATE INDEX payments_search ON payments USING gin ((reference || ' ' || note) gin_trgm_ops);
CREATE INDEX cheques_search ON cheques USING gin ((number || ' ' || bank) gin_trgm_ops);
