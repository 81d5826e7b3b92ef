-- What looks like an attack, gathered by who it comes from, until the office has said what was done about it; what comes after that
-- is gathered anew. What browsers tell is apart: anybody could tell it.
CREATE TABLE security_cases (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id       uuid,
  -- Where no account is known, who it is; else where the last of it came from.
  client_ip     inet,
  told          boolean NOT NULL,
  who           text GENERATED ALWAYS AS (coalesce(user_id::text, host(client_ip), '')) STORED,
  auth_failures integer NOT NULL DEFAULT 0 CHECK (auth_failures >= 0),
  rate_limits   integer NOT NULL DEFAULT 0 CHECK (rate_limits >= 0),
  -- The rules of suspicion that it has met.
  many_failures boolean NOT NULL DEFAULT false,
  many_limits   boolean NOT NULL DEFAULT false,
  first_at      timestamptz NOT NULL,
  last_at       timestamptz NOT NULL,
  dealt_at      timestamptz,
  is_open       boolean GENERATED ALWAYS AS (dealt_at IS NULL) STORED,
  is_suspicious boolean GENERATED ALWAYS AS ((many_failures OR many_limits) AND NOT told) STORED
);
CREATE UNIQUE INDEX security_cases_open ON security_cases (who, told) WHERE dealt_at IS NULL AND who <> '';
CREATE INDEX security_cases_by_time ON security_cases ((is_open::integer), last_at, id);
CREATE INDEX security_cases_suspicious ON security_cases ((is_open::integer), last_at, id) WHERE is_suspicious;
CREATE INDEX security_cases_of_user ON security_cases (user_id, last_at) WHERE user_id IS NOT NULL;
CREATE INDEX security_cases_by_address ON security_cases (host(client_ip) text_pattern_ops);
CREATE INDEX security_cases_last ON security_cases (last_at);

ALTER TABLE security_events ADD case_id uuid REFERENCES security_cases (id) ON DELETE CASCADE;
CREATE INDEX security_events_of_case ON security_events (case_id, id);

INSERT INTO security_cases (user_id, client_ip, told, auth_failures, rate_limits, many_failures, many_limits, first_at, last_at)
SELECT user_id, (array_agg(client_ip ORDER BY id DESC))[1], reported_at IS NOT NULL,
  count(*) FILTER (WHERE type = 'auth_failure'), count(*) FILTER (WHERE type = 'rate_limit'),
  -- What a browser told may be anything.
  bool_or(type = 'suspicious_activity' AND coalesce(CASE WHEN reported_at IS NULL THEN metadata->>'authFailures' ~ '^([5-9]|\d{2,})$'
    ELSE metadata->>'suspicion' = 'many-failures' END, false)),
  bool_or(type = 'suspicious_activity' AND coalesce(CASE WHEN reported_at IS NULL THEN metadata->>'rateLimits' ~ '^([3-9]|\d{2,})$'
    ELSE metadata->>'suspicion' = 'many-limits' END, false)),
  min(received_at), max(received_at)
FROM security_events
GROUP BY user_id, coalesce(user_id::text, host(client_ip), ''), reported_at IS NOT NULL;
UPDATE security_events SET case_id = security_cases.id FROM security_cases
WHERE who = coalesce(security_events.user_id::text, host(security_events.client_ip), '') AND told = (reported_at IS NOT NULL);

-- What goes wrong in browsers, gathered by message and place, however often and on whatever day. What was mended and is seen
-- again after that is open again.
CREATE TABLE client_error_groups (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Of message and place.
  fingerprint   text NOT NULL UNIQUE CHECK (fingerprint ~ '^[0-9a-f]{64}$'),
  message       text NOT NULL CHECK (length(message) <= 500),
  place         text NOT NULL CHECK (length(place) <= 200),
  -- Of the last one: on which page, in what browser.
  path          text NOT NULL CHECK (path ~ '^/[^?#@]{0,199}$'),
  user_agent    text,
  severity      text NOT NULL CHECK (severity IN ('low', 'medium', 'high')),
  times         integer NOT NULL DEFAULT 1 CHECK (times > 0),
  first_seen_at timestamptz NOT NULL,
  last_seen_at  timestamptz NOT NULL,
  mended_at     timestamptz,
  is_open       boolean GENERATED ALWAYS AS (mended_at IS NULL OR last_seen_at > mended_at) STORED
);
CREATE INDEX client_error_groups_by_time ON client_error_groups ((is_open::integer), last_seen_at, id);
CREATE INDEX client_error_groups_last ON client_error_groups (last_seen_at);
CREATE INDEX client_error_groups_search ON client_error_groups USING gin ((message || ' ' || place || ' ' || path) gin_trgm_ops);

ALTER TABLE client_errors ADD group_id uuid REFERENCES client_error_groups (id) ON DELETE CASCADE;
CREATE INDEX client_errors_of_group ON client_errors (group_id, day);

INSERT INTO client_error_groups (fingerprint, message, place, path, user_agent, severity, times, first_seen_at, last_seen_at)
SELECT encode(sha256(convert_to(message || E'\n' || path, 'UTF8')), 'hex'), message, path, path,
  (array_agg(user_agent ORDER BY last_seen_at DESC))[1], (array_agg(severity ORDER BY last_seen_at DESC))[1], sum(times),
  min(first_seen_at), max(last_seen_at)
FROM client_errors GROUP BY message, path;
UPDATE client_errors SET group_id = client_error_groups.id FROM client_error_groups
WHERE client_error_groups.message = client_errors.message AND place = client_errors.path;
