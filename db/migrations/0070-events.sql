-- The trail by month (docs/decisions/0111-trail-by-month.md). The id of an entry begins with year and month of its time in
-- Dubai, so that references by id read one partition: 202612000000042 is of December 2026.

CREATE FUNCTION first_trail_id(month date) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (extract(year FROM month) * 100 + extract(month FROM month))::bigint * 1000000000
$$;

-- Of an entry at this time. Ascends within a month.
CREATE FUNCTION next_trail_id(at timestamptz) RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT first_trail_id(dubai_day(at)) + nextval('trail_id_seq') % 1000000000
$$;

-- Both before the changes, so that requests wait for neither table twice.
LOCK TABLE trail, trail_values IN ACCESS EXCLUSIVE MODE;

DROP TRIGGER refuse_trail_change ON trail;
DROP TRIGGER refuse_trail_values_change ON trail_values;
ALTER TABLE trail RENAME TO trail_earlier;
ALTER TABLE trail_values RENAME TO trail_values_earlier;
ALTER INDEX trail_pkey RENAME TO trail_earlier_pkey;
ALTER INDEX trail_actor_id_at_id_idx RENAME TO trail_earlier_actor_id_at_id_idx;
ALTER INDEX trail_at_id_idx RENAME TO trail_earlier_at_id_idx;
ALTER INDEX trail_subject_id_id_idx RENAME TO trail_earlier_subject_id_id_idx;
ALTER INDEX trail_subject_type_at_id_idx RENAME TO trail_earlier_subject_type_at_id_idx;
ALTER INDEX trail_type_at_id_idx RENAME TO trail_earlier_type_at_id_idx;
ALTER INDEX trail_values_pkey RENAME TO trail_values_earlier_pkey;

ALTER SEQUENCE trail_id_seq RENAME TO trail_earlier_id_seq;

CREATE TABLE trail (
  id           bigint GENERATED ALWAYS AS IDENTITY,
  at           timestamptz NOT NULL,
  type         text NOT NULL,
  actor_id     uuid,
  actor_role   text NOT NULL,
  -- API key that made the change. Null: a signed-in user or the system.
  api_key_id   uuid,
  subject_type text NOT NULL,
  -- Text, because some records have no uuid. Null: the event has no single subject.
  subject_id   text,
  -- Names of the fields that changed.
  fields       text[] NOT NULL DEFAULT '{}',
  data         jsonb NOT NULL DEFAULT '{}',
  request_id   text NOT NULL,
  CONSTRAINT trail_pkey PRIMARY KEY (id),
  CONSTRAINT trail_type_check CHECK (type ~ '^[a-z-]+\.[a-z-]+$'),
  CONSTRAINT trail_subject_type_check CHECK (subject_type ~ '^[a-z-]+$')
) PARTITION BY RANGE (id);
CREATE INDEX trail_subject_id_id_idx ON trail (subject_id, id);
CREATE INDEX trail_at_id_idx ON trail (at, id);
-- Filters of the office's activity list.
CREATE INDEX trail_type_at_id_idx ON trail (type, at, id);
CREATE INDEX trail_subject_type_at_id_idx ON trail (subject_type, at, id);
CREATE INDEX trail_actor_id_at_id_idx ON trail (actor_id, at, id);

CREATE TABLE trail_values (
  trail_id   bigint NOT NULL,
  actor_name text,
  client_ip  inet,
  -- As typed by the actor.
  reason     text,
  -- Values of the entry's `fields`.
  before     jsonb,
  after      jsonb,
  CONSTRAINT trail_values_pkey PRIMARY KEY (trail_id)
) PARTITION BY RANGE (trail_id);

-- The sequence goes on, because the id of an earlier entry is its number alone.
SELECT setval('trail_id_seq', last_value, is_called) FROM trail_earlier_id_seq;
ALTER TABLE trail_earlier ALTER COLUMN id DROP IDENTITY;

-- Entries from before this migration, and of processes of the former version during a rolling deploy.
ALTER TABLE trail ATTACH PARTITION trail_earlier FOR VALUES FROM (MINVALUE) TO (200001000000000);
ALTER TABLE trail_values ATTACH PARTITION trail_values_earlier FOR VALUES FROM (MINVALUE) TO (200001000000000);
ALTER TABLE trail_earlier DROP CONSTRAINT trail_earlier_id_check;
ALTER TABLE trail_values_earlier DROP CONSTRAINT trail_values_earlier_id_check;

-- Entries of months that have no partition, so that no change is refused for lack of one.
CREATE TABLE trail_other PARTITION OF trail DEFAULT;
CREATE TABLE trail_values_other PARTITION OF trail_values DEFAULT;

CREATE OR REPLACE FUNCTION refuse_trail_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Set by the purge after the retention period, for its own transaction.
  IF TG_OP = 'DELETE' THEN
    IF OLD.at < nullif(current_setting('trail.purge_before', true), '')::timestamptz THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'The trail is append-only' USING ERRCODE = 'restrict_violation';
END $$;
-- Of each row, because partitions inherit no trigger of statements.
CREATE TRIGGER refuse_trail_change BEFORE UPDATE OR DELETE ON trail
  FOR EACH ROW EXECUTE FUNCTION refuse_trail_change();
CREATE TRIGGER refuse_trail_truncation BEFORE TRUNCATE ON trail FOR EACH STATEMENT EXECUTE FUNCTION refuse_trail_change();
CREATE TRIGGER refuse_trail_truncation BEFORE TRUNCATE ON trail_earlier FOR EACH STATEMENT EXECUTE FUNCTION refuse_trail_change();
CREATE TRIGGER refuse_trail_truncation BEFORE TRUNCATE ON trail_other FOR EACH STATEMENT EXECUTE FUNCTION refuse_trail_change();
CREATE TRIGGER refuse_trail_values_change BEFORE UPDATE ON trail_values
  FOR EACH ROW EXECUTE FUNCTION refuse_trail_values_change();

-- Creates the partitions of a month, and moves its entries from the default partitions. False if they exist. Concurrent calls
-- wait for each other.
CREATE FUNCTION create_trail_month(day date) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  month date := date_trunc('month', day::timestamp)::date;
  next_month date := (month + interval '1 month')::date;
  entries text := 'trail_' || to_char(month, 'YYYY_MM');
  entry_values text := 'trail_values_' || to_char(month, 'YYYY_MM');
  first_id bigint := first_trail_id(month);
  next_id bigint := first_trail_id(next_month);
BEGIN
  -- Writers wait, because an entry on its way to the default partition would be refused once the month is attached. A lock of a
  -- table, because only that shows this session which tables the former holder created.
  LOCK TABLE trail, trail_values IN SHARE ROW EXCLUSIVE MODE;
  IF to_regclass(entries) IS NOT NULL THEN RETURN false; END IF;
  -- The check excludes the month from queries by time, because the range knows only ids.
  EXECUTE format('CREATE TABLE %I (LIKE trail INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES,
    CONSTRAINT trail_month_check CHECK (at >= %L AND at < %L))', entries,
    month::timestamp AT TIME ZONE 'Asia/Dubai', next_month::timestamp AT TIME ZONE 'Asia/Dubai');
  EXECUTE format('CREATE TABLE %I (LIKE trail_values INCLUDING INDEXES)', entry_values);
  IF EXISTS (SELECT FROM trail_other WHERE id >= first_id AND id < next_id) THEN
    ALTER TABLE trail_other DISABLE TRIGGER refuse_trail_change;
    EXECUTE format('WITH moved AS (DELETE FROM trail_other WHERE id >= $1 AND id < $2 RETURNING *)
      INSERT INTO %I SELECT * FROM moved', entries) USING first_id, next_id;
    ALTER TABLE trail_other ENABLE TRIGGER refuse_trail_change;
    EXECUTE format('WITH moved AS (DELETE FROM trail_values_other WHERE trail_id >= $1 AND trail_id < $2 RETURNING *)
      INSERT INTO %I SELECT * FROM moved', entry_values) USING first_id, next_id;
  END IF;
  EXECUTE format('CREATE TRIGGER refuse_trail_truncation BEFORE TRUNCATE ON %I
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_trail_change()', entries);
  EXECUTE format('ALTER TABLE trail ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', entries, first_id, next_id);
  EXECUTE format('ALTER TABLE trail_values ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', entry_values, first_id, next_id);
  RETURN true;
END $$;

SELECT create_trail_month((dubai_day(now()) + ahead * interval '1 month')::date) FROM generate_series(0, 2) AS ahead;
