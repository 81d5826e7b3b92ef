-- What visitors do, counted without knowing who they are, and what went wrong in their browsers
-- (docs/decisions/0013-consent-and-analytics.md).

-- No person, no address, no time of day. page_load is random and ends with the page: it ties the steps of one visit
-- to a page together, and nothing else.
CREATE TABLE analytics_events (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  day       date NOT NULL,
  page_load text NOT NULL CHECK (page_load ~ '^[0-9a-f]{32}$'),
  name      text NOT NULL CHECK (name ~ '^[a-z_]{1,40}$'),
  path      text NOT NULL CHECK (path ~ '^/[^?#@]{0,199}$'),
  details   jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(details) = 'object' AND length(details::text) <= 1000)
);
CREATE INDEX analytics_events_by_day ON analytics_events (day, name, path);

-- The same error again on the same day is counted, not kept again.
CREATE TABLE client_errors (
  day           date NOT NULL,
  fingerprint   text NOT NULL CHECK (fingerprint ~ '^[0-9a-f]{64}$'),
  message       text NOT NULL CHECK (length(message) <= 500),
  stack         text NOT NULL CHECK (length(stack) <= 4000),
  path          text NOT NULL CHECK (path ~ '^/[^?#@]{0,199}$'),
  severity      text NOT NULL CHECK (severity IN ('low', 'medium', 'high')),
  user_agent    text,
  times         integer NOT NULL DEFAULT 1 CHECK (times > 0),
  first_seen_at timestamptz NOT NULL,
  last_seen_at  timestamptz NOT NULL,
  PRIMARY KEY (day, fingerprint)
);
CREATE INDEX client_errors_by_time ON client_errors (last_seen_at DESC);
