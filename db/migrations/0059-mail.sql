-- Links in emails act as the customer. A copy of the database must not open their records.

CREATE FUNCTION without_link_keys(content text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT regexp_replace(content, '([?]key=)[[:alnum:]_.-]+', '\1…', 'g') $$;

-- Calendar files contain the link as well, and no copy of an email has one.
CREATE FUNCTION without_calendar_content(attachments jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT coalesce(
    jsonb_agg(
      CASE WHEN file->>'contentType' = 'text/calendar' THEN file || '{"content": ""}' ELSE file END
      ORDER BY position
    ),
    '[]'
  )
  FROM jsonb_array_elements(attachments) WITH ORDINALITY AS listed (file, position)
$$;

CREATE FUNCTION remove_link_keys() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  NEW.html := without_link_keys(NEW.html);
  NEW.plain := without_link_keys(NEW.plain);
  NEW.attachments := without_calendar_content(NEW.attachments);
  NEW.digest := NULL;
  NEW.sections := NULL;
  RETURN NEW;
END $$;

CREATE TRIGGER remove_link_keys BEFORE UPDATE OF state ON mails
  FOR EACH ROW WHEN (NEW.state = 'sent') EXECUTE FUNCTION remove_link_keys();

UPDATE mails
SET html = without_link_keys(html),
  plain = without_link_keys(plain),
  attachments = without_calendar_content(attachments),
  digest = NULL,
  sections = NULL
WHERE state = 'sent'
  AND (html LIKE '%?key=%' OR plain LIKE '%?key=%' OR sections IS NOT NULL OR attachments::text LIKE '%text/calendar%');
