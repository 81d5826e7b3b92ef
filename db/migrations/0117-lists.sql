-- transaction: none
-- Each two neighbouring letters of a text, because trigrams cannot find a word of two letters. The cost makes plans use the index
-- instead of calling the function for each row.
CREATE OR REPLACE FUNCTION letter_pairs(words text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 100000 AS $$
  SELECT array_agg(DISTINCT substr(words, at, 2)) FROM generate_series(1, length(words) - 1) AS at
$$;
CREATE INDEX CONCURRENTLY IF NOT EXISTS customers_letter_pairs_idx ON customers USING gin (letter_pairs(search_text));
-- The newest invoices of each customer that a search finds.
CREATE INDEX CONCURRENTLY IF NOT EXISTS invoices_customer_id_created_at_id_idx ON invoices (customer_id, created_at DESC, id DESC);
