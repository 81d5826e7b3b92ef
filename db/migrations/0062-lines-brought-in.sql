-- Lines of an invoice that is issued already come only past the triggers that refuse them, as when years of books are brought in: they
-- are counted as they come (0055-tallies.sql). Those of a draft are counted when it is issued.
CREATE FUNCTION tally_invoice_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_tallies(ARRAY(
    SELECT (figure, day, key, bucket, sum(n))::tally
    FROM new_rows AS line
    JOIN invoices AS issued ON issued.id = line.invoice_id AND issued.issued_at IS NOT NULL,
      tallies_of_revenue(issued.id, issued.issue_date, line.service_id, line.net_fils)
    GROUP BY figure, day, key, bucket));
  RETURN NULL;
END $$;
CREATE TRIGGER invoice_lines_tallied AFTER INSERT ON invoice_lines REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION tally_invoice_lines();
