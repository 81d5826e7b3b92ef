-- Erasure of a person also empties the title, terms and lines of quotes that came to nothing.

CREATE OR REPLACE FUNCTION refuse_sent_quote_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  may_change text[] := ARRAY['title', 'introduction', 'terms', 'search_text'];
  of_line text[] := ARRAY['section', 'description'];
  of_quote uuid;
  of_revision integer;
BEGIN
  IF TG_TABLE_NAME = 'quote_revisions' THEN
    IF OLD.sent_at IS NULL THEN RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END; END IF;
    -- Erasure of the customer's personal data.
    IF TG_OP = 'UPDATE' AND NEW.introduction = '' AND NEW.title IN (OLD.title, '-') AND NEW.terms IN (OLD.terms, '')
      AND to_jsonb(NEW) - may_change = to_jsonb(OLD) - may_change
    THEN
      RETURN NEW;
    END IF;
  ELSE
    IF TG_OP = 'INSERT' THEN of_quote := NEW.quote_id; of_revision := NEW.revision;
    ELSE of_quote := OLD.quote_id; of_revision := OLD.revision; END IF;
    IF TG_TABLE_NAME = 'quote_lines' AND TG_OP = 'UPDATE' THEN
      IF NEW.description = '-' AND NEW.section = '' AND to_jsonb(NEW) - of_line = to_jsonb(OLD) - of_line THEN
        RETURN NEW;
      END IF;
    END IF;
    IF EXISTS (SELECT FROM quote_revisions WHERE quote_id = of_quote AND number = of_revision AND sent_at IS NOT NULL) THEN
      RAISE EXCEPTION 'A sent version is immutable: create a new one' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  RAISE EXCEPTION 'A sent version is immutable: create a new one' USING ERRCODE = 'restrict_violation';
END $$;
