-- What is invoiced keeps its price until a credit note takes it back: said once, for the trigger and for whoever asks before.
CREATE FUNCTION booking_is_invoiced(booking uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM invoices WHERE booking_id = booking AND kind = 'invoice' AND issued_at IS NOT NULL AND standing_fils > 0)
$$;

CREATE OR REPLACE FUNCTION refuse_change_of_invoiced_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  line booking_lines := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF booking_is_invoiced(line.booking_id) THEN
    RAISE EXCEPTION 'The lines of an invoiced booking stay as they are' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN line;
END $$;
