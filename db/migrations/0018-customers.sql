-- Customers in the office: found by any part of what is known of them, noted about, and merged when two turn out to be one.

ALTER TABLE customers
  ADD COLUMN version     integer NOT NULL DEFAULT 1 CHECK (version > 0),
  -- The record stays, so that its phone is still recognised and its address in the browser still leads somewhere.
  ADD COLUMN merged_into uuid REFERENCES customers (id) CHECK (merged_into <> id),
  ADD COLUMN merged_at   timestamptz,
  ADD CHECK ((merged_into IS NULL) = (merged_at IS NULL)),
  ADD CONSTRAINT customers_merged_cannot_sign_in CHECK (merged_into IS NULL OR user_id IS NULL);
CREATE INDEX customers_merged ON customers (merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX customers_newest ON customers (created_at DESC, id DESC) WHERE merged_into IS NULL;
CREATE INDEX customers_search ON customers USING gin
  ((name || ' ' || coalesce(phone, '') || ' ' || coalesce(email, '')) gin_trgm_ops);

-- What the office writes down about a customer, for itself.
CREATE TABLE customer_notes (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
  words       text NOT NULL CHECK (length(words) BETWEEN 1 AND 1000),
  author_id   uuid,
  author_name text,
  at          timestamptz NOT NULL
);
CREATE INDEX customer_notes_of ON customer_notes (customer_id, id);
