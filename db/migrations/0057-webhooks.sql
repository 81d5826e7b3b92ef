-- Whom of other programs is told what happens (docs/decisions/0030-keys-and-webhooks.md).
CREATE TABLE webhooks (
  id               uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Who made it: it is told what they may read.
  user_id          uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  url              text NOT NULL CHECK (length(url) <= 500),
  events           text[] NOT NULL CHECK (cardinality(events) > 0),
  -- Sealed by the product's own secret.
  secret           bytea NOT NULL,
  -- The one before, by which is signed, too, until then.
  old_secret       bytea,
  old_secret_until timestamptz,
  created_at       timestamptz NOT NULL,
  -- Null: it works. Since when nothing arrives; since when nothing is sent.
  failing_since    timestamptz,
  off_since        timestamptz,
  off_why          text CHECK (off_why IN ('failing', 'by-hand')),
  CHECK ((old_secret IS NULL) = (old_secret_until IS NULL)),
  CHECK ((off_since IS NULL) = (off_why IS NULL))
);
CREATE INDEX webhooks_of_user ON webhooks (user_id);

-- What is told to one of them: a row is its own job. It keeps its id whenever it is sent again.
CREATE TABLE webhook_deliveries (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  webhook_id uuid NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  -- The entry of the trail that it tells of.
  trail_id   bigint NOT NULL,
  event      text NOT NULL,
  body       text NOT NULL,
  state      text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  -- Since it was last asked for.
  tries      integer NOT NULL DEFAULT 0,
  due_at     timestamptz DEFAULT now(),
  created_at timestamptz NOT NULL,
  UNIQUE (webhook_id, trail_id),
  CHECK ((due_at IS NULL) = (state <> 'waiting'))
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (webhook_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (webhook_id, created_at) WHERE state = 'failed';
CREATE INDEX webhook_deliveries_age ON webhook_deliveries (created_at);

-- Each try, and what was answered.
CREATE TABLE webhook_tries (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  delivery_id uuid NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE,
  at          timestamptz NOT NULL,
  took_ms     integer NOT NULL,
  -- Null: there was no answer, and `error` says why.
  status      integer,
  -- Its first bytes.
  answer      text NOT NULL DEFAULT '' CHECK (length(answer) <= 1000),
  error       text
);
CREATE INDEX webhook_tries_of_delivery ON webhook_tries (delivery_id, id);

-- Long work has a channel of its own: `work` is a piece of the portfolio.
CREATE OR REPLACE FUNCTION announce_long_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('events', 'long-work.' || NEW.state);
  RETURN NEW;
END $$;
