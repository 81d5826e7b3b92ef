-- Security events and errors of visitors' browsers.

-- Security events of one account or address, collected until the office closes the case. Later events open a new case.
CREATE TABLE security_cases (
  id                  uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id             uuid,
  -- Identifies the case if no account is known, otherwise the address of the latest event.
  client_ip           inet,
  -- Reported by browsers. Kept apart, because anyone can send such a report.
  reported_by_browser boolean NOT NULL,
  subject             text NOT NULL GENERATED ALWAYS AS (coalesce(user_id::text, host(client_ip), '')) STORED,
  auth_failures       integer NOT NULL DEFAULT 0 CHECK (auth_failures >= 0),
  rate_limits         integer NOT NULL DEFAULT 0 CHECK (rate_limits >= 0),
  -- Rules of suspicion that matched.
  many_failures       boolean NOT NULL DEFAULT false,
  many_limits         boolean NOT NULL DEFAULT false,
  first_event_at      timestamptz NOT NULL,
  last_event_at       timestamptz NOT NULL,
  closed_at           timestamptz,
  is_open             boolean NOT NULL GENERATED ALWAYS AS (closed_at IS NULL) STORED,
  is_suspicious       boolean NOT NULL GENERATED ALWAYS AS ((many_failures OR many_limits) AND NOT reported_by_browser) STORED
);
CREATE UNIQUE INDEX security_cases_single_open_key ON security_cases (subject, reported_by_browser) WHERE closed_at IS NULL AND subject <> '';
-- The office's list: open cases first, then those that the server itself observed, then the latest.
CREATE INDEX security_cases_list_idx ON security_cases ((is_open::integer), ((NOT reported_by_browser)::integer), last_event_at, id);
CREATE INDEX security_cases_suspicious_idx ON security_cases ((is_open::integer), ((NOT reported_by_browser)::integer), last_event_at, id)
  WHERE is_suspicious;
CREATE INDEX ON security_cases (user_id, last_event_at) WHERE user_id IS NOT NULL;
CREATE INDEX security_cases_address_idx ON security_cases (host(client_ip) text_pattern_ops);
CREATE INDEX ON security_cases (last_event_at);

CREATE TABLE security_events (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null for events from before cases existed.
  case_id     uuid REFERENCES security_cases (id) ON DELETE CASCADE,
  type        text NOT NULL CHECK (type IN ('auth_failure', 'rate_limit', 'suspicious_activity')),
  message     text NOT NULL,
  user_id     uuid,
  metadata    jsonb NOT NULL DEFAULT '{}',
  user_agent  text,
  client_ip   inet,
  request_id  text NOT NULL,
  -- Time by the clock of the reporting browser.
  reported_at timestamptz,
  received_at timestamptz NOT NULL
);
CREATE INDEX ON security_events (received_at DESC, id DESC);
-- The rules of suspicion read the latest minutes of one account or address.
CREATE INDEX ON security_events (user_id, received_at) WHERE user_id IS NOT NULL;
CREATE INDEX security_events_address_idx ON security_events (client_ip, received_at) WHERE user_id IS NULL;
CREATE INDEX ON security_events (case_id, id);

-- Browser errors by message and location. An error that occurs after fixed_at reopens its group.
CREATE TABLE client_error_groups (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- SHA-256 of message and location.
  fingerprint   text NOT NULL UNIQUE CHECK (fingerprint ~ '^[0-9a-f]{64}$'),
  message       text NOT NULL CHECK (length(message) <= 500),
  location      text NOT NULL CHECK (length(location) <= 200),
  -- Page and browser of the latest occurrence.
  path          text NOT NULL CHECK (path ~ '^/[^?#@]{0,199}$'),
  user_agent    text,
  severity      text NOT NULL CHECK (severity IN ('low', 'medium', 'high')),
  occurrences   integer NOT NULL DEFAULT 1 CHECK (occurrences > 0),
  first_seen_at timestamptz NOT NULL,
  last_seen_at  timestamptz NOT NULL,
  fixed_at      timestamptz,
  is_open       boolean NOT NULL GENERATED ALWAYS AS (fixed_at IS NULL OR last_seen_at > fixed_at) STORED
);
CREATE INDEX client_error_groups_list_idx ON client_error_groups ((is_open::integer), last_seen_at, id);
CREATE INDEX ON client_error_groups (last_seen_at);
CREATE INDEX client_error_groups_search_idx ON client_error_groups USING gin ((message || ' ' || location || ' ' || path) gin_trgm_ops);

-- One row per day and error, so that a frequent error cannot fill the table.
CREATE TABLE client_errors (
  day           date NOT NULL,
  fingerprint   text NOT NULL CHECK (fingerprint ~ '^[0-9a-f]{64}$'),
  -- Null for errors from before groups existed.
  group_id      uuid REFERENCES client_error_groups (id) ON DELETE CASCADE,
  message       text NOT NULL CHECK (length(message) <= 500),
  stack         text NOT NULL CHECK (length(stack) <= 4000),
  path          text NOT NULL CHECK (path ~ '^/[^?#@]{0,199}$'),
  severity      text NOT NULL CHECK (severity IN ('low', 'medium', 'high')),
  user_agent    text,
  occurrences   integer NOT NULL DEFAULT 1 CHECK (occurrences > 0),
  first_seen_at timestamptz NOT NULL,
  last_seen_at  timestamptz NOT NULL,
  PRIMARY KEY (day, fingerprint)
);
CREATE INDEX ON client_errors (last_seen_at DESC);
CREATE INDEX ON client_errors (group_id, day);
