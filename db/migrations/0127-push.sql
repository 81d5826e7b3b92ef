-- Devices that receive web push messages. A subscription ends with the session in which it was made.
CREATE TABLE push_subscriptions (
  id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id         uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  session_id      uuid NOT NULL UNIQUE REFERENCES sessions (id) ON DELETE CASCADE,
  endpoint        text NOT NULL UNIQUE,
  -- Public key and secret of the browser, in base64url (RFC 8291).
  p256dh          text NOT NULL,
  auth            text NOT NULL,
  user_agent      text,
  language        text NOT NULL,
  created_at      timestamptz NOT NULL,
  last_success_at timestamptz,
  -- Failed attempts since the last success.
  failures        integer NOT NULL DEFAULT 0,
  -- No attempt before, as the push service asked by Retry-After.
  paused_until    timestamptz,
  CONSTRAINT push_subscriptions_endpoint_check CHECK (length(endpoint) <= 2000 AND endpoint ~ '^https?://'),
  CONSTRAINT push_subscriptions_p256dh_check CHECK (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  CONSTRAINT push_subscriptions_auth_check CHECK (auth ~ '^[A-Za-z0-9_-]{22}$'),
  CONSTRAINT push_subscriptions_user_agent_check CHECK (length(user_agent) <= 300),
  CONSTRAINT push_subscriptions_language_check CHECK (language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  CONSTRAINT push_subscriptions_failures_check CHECK (failures >= 0)
);
CREATE INDEX ON push_subscriptions (user_id);
