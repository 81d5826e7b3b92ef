-- Whose customer was told that a quote ends soon; forgotten when another version is sent.
ALTER TABLE quotes ADD COLUMN ending_told_at timestamptz;

-- The office finds a quote by a part of its reference. Its customer and its title have indexes of their own.
CREATE INDEX quotes_search ON quotes USING gin (reference gin_trgm_ops);
CREATE INDEX quote_revisions_search ON quote_revisions USING gin (title gin_trgm_ops);
