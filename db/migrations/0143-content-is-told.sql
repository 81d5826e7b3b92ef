-- Processes are told that the content has changed, so that they need not ask before each page (docs/decisions/0071-content-is-told.md).
-- What one transaction changes is told once.
CREATE OR REPLACE FUNCTION note_content_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO content_changes AS known (table_name) VALUES (TG_TABLE_NAME)
  ON CONFLICT (table_name) DO UPDATE SET version = known.version + 1, changed_at = excluded.changed_at;
  PERFORM pg_notify('content', '');
  RETURN NULL;
END $$;
