-- The office's list of customers by name.

CREATE INDEX customers_by_name ON customers (lower(name), id) WHERE merged_into IS NULL;
