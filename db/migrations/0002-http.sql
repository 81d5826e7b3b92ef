-- Rate limits and replayed responses.

CREATE TABLE rate_limits (
  key          text PRIMARY KEY,
  attempts     timestamptz[] NOT NULL,
  -- True if the latest call was within the limit. Written by the statement that counts the call, so that no second read is
  -- needed.
  last_allowed boolean NOT NULL,
  expires_at   timestamptz NOT NULL
);
CREATE INDEX ON rate_limits (expires_at);

CREATE TABLE idempotency_keys (
  scope      text NOT NULL,
  key        text NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  body_hash  text NOT NULL,
  status     integer,
  response   jsonb,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (scope, key)
);
CREATE INDEX ON idempotency_keys (created_at);
