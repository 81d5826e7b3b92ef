-- How public pages, which are kept in memory, learn that what they show has changed (docs/decisions/0010-page-cache.md).
-- A version a table, raised in the transaction that changes it, so that it is seen exactly when the change is. A sequence
-- would be seen before.

CREATE TABLE content_changes (
  table_name text PRIMARY KEY,
  version    bigint NOT NULL DEFAULT 1 CHECK (version > 0),
  changed_at timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION note_content_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO content_changes AS known (table_name) VALUES (TG_TABLE_NAME)
  ON CONFLICT (table_name) DO UPDATE SET version = known.version + 1, changed_at = excluded.changed_at;
  RETURN NULL;
END $$;

-- Each table that a public page shows is watched, from the migration that makes it: SELECT watch_content('testimonials');
CREATE FUNCTION watch_content(watched regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'CREATE TRIGGER content_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %s
     FOR EACH STATEMENT EXECUTE FUNCTION note_content_change()',
    watched
  );
END $$;

SELECT watch_content('business');
SELECT watch_content('services');
SELECT watch_content('prices');
