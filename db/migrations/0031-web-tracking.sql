-- Page statistics without personal data: no person, no address, no time of day. page_load is random and ends with the page; it
-- links the steps of one page view and nothing else.
CREATE TABLE web_tracking_events (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  day       date NOT NULL,
  page_load text NOT NULL CHECK (page_load ~ '^[0-9a-f]{32}$'),
  name      text NOT NULL CHECK (name ~ '^[a-z_]{1,40}$'),
  path      text NOT NULL CHECK (path ~ '^/[^?#@]{0,199}$'),
  details   jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(details) = 'object' AND length(details::text) <= 1000)
);
CREATE INDEX ON web_tracking_events (day, name, path);
