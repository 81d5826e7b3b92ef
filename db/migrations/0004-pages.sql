-- Invalidates the page cache of every process (docs/decisions/0010-page-cache.md). The version of a table is raised in the
-- transaction that changes the table, so that both become visible at the same time; a sequence would be visible earlier.
CREATE TABLE content_changes (
  table_name text PRIMARY KEY,
  version    bigint NOT NULL DEFAULT 1 CHECK (version > 0),
  changed_at timestamptz NOT NULL DEFAULT now()
);

-- PostgreSQL sends identical notifications of one transaction once.
CREATE FUNCTION record_content_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO content_changes AS known (table_name) VALUES (TG_TABLE_NAME)
  ON CONFLICT (table_name) DO UPDATE SET version = known.version + 1, changed_at = excluded.changed_at;
  PERFORM pg_notify('content', '');
  RETURN NULL;
END $$;

-- Called for each table that a public page shows, right after the table is created.
CREATE FUNCTION watch_content(watched regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'CREATE TRIGGER record_content_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %s
     FOR EACH STATEMENT EXECUTE FUNCTION record_content_change()',
    watched
  );
END $$;
