-- API keys and webhooks (docs/decisions/0030-api-keys-and-webhooks.md).

CREATE TABLE api_keys (
  id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id         uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name            text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  -- SHA-256 of the key. The key itself is shown once and not stored.
  hash            bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
  -- Last four characters of the key, to recognise it.
  suffix          text NOT NULL CHECK (length(suffix) = 4),
  permissions     text[] NOT NULL CHECK (cardinality(permissions) > 0),
  created_at      timestamptz NOT NULL,
  expires_at      timestamptz,
  revoked_at      timestamptz,
  last_used_at    timestamptz,
  -- Calls within the minute of last_used_at.
  calls_in_minute integer NOT NULL DEFAULT 0
);
CREATE INDEX ON api_keys (user_id);

-- Keys of a disabled account stay revoked when the account is enabled again.
CREATE FUNCTION revoke_api_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE api_keys SET revoked_at = now() WHERE user_id = NEW.id AND revoked_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER revoke_api_keys AFTER UPDATE OF banned ON users FOR EACH ROW
  WHEN (NEW.banned AND NOT OLD.banned) EXECUTE FUNCTION revoke_api_keys();

CREATE TABLE webhooks (
  id                         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Owner. An event is sent only if this user may read its subject.
  user_id                    uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  url                        text NOT NULL CHECK (length(url) <= 500),
  events                     text[] NOT NULL CHECK (cardinality(events) > 0),
  -- Encrypted with the product's secret.
  secret                     bytea NOT NULL,
  -- After a rotation both secrets sign until previous_secret_expires_at.
  previous_secret            bytea,
  previous_secret_expires_at timestamptz,
  created_at                 timestamptz NOT NULL,
  -- Start of the current series of failed attempts.
  failing_since              timestamptz,
  disabled_at                timestamptz,
  disabled_reason            text CHECK (disabled_reason IN ('failing', 'manual')),
  CONSTRAINT webhooks_old_secret_complete_check CHECK ((previous_secret IS NULL) = (previous_secret_expires_at IS NULL)),
  CONSTRAINT webhooks_off_complete_check CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL))
);
CREATE INDEX ON webhooks (user_id);

-- The row is its own job. Its id identifies the delivery to the receiver and stays the same for every attempt.
CREATE TABLE webhook_deliveries (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  webhook_id  uuid NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  trail_id    bigint NOT NULL,
  event       text NOT NULL,
  body        text NOT NULL,
  -- W3C trace context of the event; null without tracing.
  traceparent text,
  -- skipped: the webhook's user may no longer read the subject.
  state       text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed', 'skipped')),
  -- Attempts since the office last requested the delivery.
  attempts    integer NOT NULL DEFAULT 0,
  due_at      timestamptz DEFAULT now(),
  created_at  timestamptz NOT NULL,
  UNIQUE (webhook_id, trail_id),
  CONSTRAINT webhook_deliveries_due_at_state_check CHECK ((due_at IS NULL) = (state <> 'waiting'))
);
CREATE INDEX ON webhook_deliveries (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX ON webhook_deliveries (webhook_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_failed_idx ON webhook_deliveries (webhook_id, created_at) WHERE state = 'failed';
CREATE INDEX ON webhook_deliveries (created_at);

CREATE TABLE webhook_attempts (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  delivery_id   uuid NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE,
  at            timestamptz NOT NULL,
  duration_ms   integer NOT NULL,
  -- HTTP status. Null: no response; `error` has the reason.
  status        integer,
  -- Beginning of the response body.
  response_body text NOT NULL DEFAULT '' CHECK (length(response_body) <= 1000),
  error         text
);
CREATE INDEX ON webhook_attempts (delivery_id, id);
