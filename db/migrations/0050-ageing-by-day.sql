-- What is open of all invoices, by the day it is due: the sum over a day's rows. Each change adds a row, so that nobody waits
-- for anybody; a chore makes them one a day again. However many invoices are open, ageing reads as many rows as days.
CREATE TABLE open_by_due_date (
  due_date date NOT NULL,
  fils     bigint NOT NULL
);
INSERT INTO open_by_due_date (due_date, fils)
  SELECT due_date, sum(open_fils) FROM invoices WHERE state IN ('issued', 'part_paid') GROUP BY due_date;

CREATE FUNCTION note_open_by_due_date() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was bigint := CASE WHEN TG_OP <> 'INSERT' AND OLD.state IN ('issued', 'part_paid') THEN OLD.open_fils ELSE 0 END;
  became bigint := CASE WHEN TG_OP <> 'DELETE' AND NEW.state IN ('issued', 'part_paid') THEN NEW.open_fils ELSE 0 END;
BEGIN
  IF TG_OP = 'UPDATE' AND was = became AND (was = 0 OR OLD.due_date = NEW.due_date) THEN RETURN NULL; END IF;
  IF was <> 0 THEN INSERT INTO open_by_due_date (due_date, fils) VALUES (OLD.due_date, -was); END IF;
  IF became <> 0 THEN INSERT INTO open_by_due_date (due_date, fils) VALUES (NEW.due_date, became); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER invoices_open_by_due_date AFTER INSERT OR UPDATE OR DELETE ON invoices
  FOR EACH ROW EXECUTE FUNCTION note_open_by_due_date();

-- Whether there is a document of ours yet: asked before each row that is taken over.
CREATE INDEX invoices_of_ours ON invoices (issued_at) WHERE issued_at IS NOT NULL AND kind <> 'opening';
