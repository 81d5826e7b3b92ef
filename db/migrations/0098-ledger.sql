-- Manual entries for the annual accounts, at the end of a financial year whose months are closed (docs/domain.md, "Ledger").

CREATE OR REPLACE FUNCTION post_ledger_entry(kind text, source uuid, occurrence bigint, reference text, document_day date, lines ledger_line[])
 RETURNS void
 LANGUAGE plpgsql
AS $$
DECLARE
  closed date := ledger_closed_through();
BEGIN
  -- In one statement, so that the balance check always sees entry and lines.
  WITH entry AS (
    INSERT INTO ledger_entries (kind, source_id, occurrence, reference, document_day, day, total_fils)
    SELECT kind, source, occurrence, reference, document_day, CASE WHEN kind IN ('year-end', 'journal') THEN document_day ELSE greatest(document_day, closed + 1) END, sum(line.fils) FILTER (WHERE line.fils > 0)
    FROM unnest(lines) AS line HAVING count(*) FILTER (WHERE line.fils <> 0) > 0
    RETURNING id
  )
  INSERT INTO ledger_lines (entry_id, position, account, service_id, debit_fils, credit_fils, vat, emirate, settlement_id, credit_entry_id)
    SELECT entry.id, row_number() OVER (ORDER BY line.fils < 0, at), line.account, line.service_id, greatest(line.fils, 0),
      greatest(-line.fils, 0), line.vat, line.emirate, line.settlement_id, line.credit_entry_id
    FROM entry, unnest(lines) WITH ORDINALITY AS line (account, service_id, fils, vat, emirate, settlement_id, credit_entry_id, at)
    WHERE line.fils <> 0;
END $$;

CREATE OR REPLACE FUNCTION refuse_posting_to_closed_period()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
DECLARE
  is_month_end boolean := date_part('month', NEW.day) <> date_part('month', NEW.day + 1);
BEGIN
  IF NEW.kind = 'year-end' OR NEW.day > ledger_closed_through() IS NOT FALSE THEN RETURN NEW; END IF;
  IF NEW.kind <> 'journal' OR NOT is_month_end OR NEW.day <= (SELECT max(ends_on) FROM financial_years) THEN
    RAISE EXCEPTION 'The books are closed for %', NEW.day USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
