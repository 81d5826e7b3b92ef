-- Shared by all features: extensions, time of Dubai, references and gapless numbers.

CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Days and hours are Dubai's. The functions are immutable, because Dubai has no daylight saving time.
CREATE FUNCTION dubai_day(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (at AT TIME ZONE 'Asia/Dubai')::date
$$;
CREATE FUNCTION dubai_hour(at timestamptz) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT extract(hour FROM at AT TIME ZONE 'Asia/Dubai')::integer
$$;
CREATE FUNCTION whole_minutes(since timestamptz, until timestamptz) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT floor(extract(epoch FROM until - since) / 60)::integer
$$;

-- Reference such as 'RC-2026-000123'. It has one more digit after 999999.
CREATE FUNCTION format_reference(kind text, number bigint, at timestamptz) RETURNS text LANGUAGE sql STABLE
  RETURN kind || '-' || to_char(at AT TIME ZONE 'Asia/Dubai', 'YYYY') || '-'
    || lpad(number::text, greatest(6, length(number::text)), '0');

-- Gapless numbers, as the law requires for tax documents: the row stays locked until the transaction that took the number ends.
CREATE TABLE counters (
  kind  text NOT NULL CHECK (kind IN ('QT', 'INV', 'CN')),
  year  integer NOT NULL CHECK (year BETWEEN 2020 AND 2200),
  value integer NOT NULL DEFAULT 0 CHECK (value BETWEEN 0 AND 999999),
  PRIMARY KEY (kind, year)
);
